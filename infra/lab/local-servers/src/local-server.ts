/** Receives one progress line for each step that can take longer than a second. */
export type Tell = (line: string) => void;

export type StopOptions = {
  /** By default the server's own way of an orderly stop. */
  signal?: NodeJS.Signals;
  /** Then the server is killed. */
  withinMs?: number;
};

/** A server process that can be stopped, killed and restarted on the same port and data. */
export type LocalServer = {
  port: number;
  /** @throws if it does not run */
  pid: () => number;
  /** Ends the server in an orderly way; does nothing if it does not run. */
  stop: (options?: StopOptions) => Promise<void>;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  /** Stops the server, and removes a temporary folder. */
  close: () => Promise<void>;
};
