/** Receives one progress line for each step that can take longer than a second. */
export type Tell = (line: string) => void;

export type StopOptions = {
  /** The signal that asks the server to end; without it the server's own way of an orderly stop. */
  signal?: NodeJS.Signals;
  /** After this long the server is killed. */
  withinMs?: number;
};

/** A server process on this machine that can be stopped, killed and brought back on the same port and data. */
export type LocalServer = {
  port: number;
  /** The process id of the running server; throws when it is not running. */
  pid: () => number;
  /** Ends the server in an orderly way and keeps its data. Does nothing when it is not running. */
  stop: (options?: StopOptions) => Promise<void>;
  /** Ends the server with SIGKILL, as a power cut would. */
  kill: () => Promise<void>;
  /** Stops the server if it runs, and starts it again on the same port and data. */
  restart: () => Promise<void>;
  /** Stops the server for good; a folder that was made for it alone is removed. */
  close: () => Promise<void>;
};
