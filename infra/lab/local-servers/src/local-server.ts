/** Receives a line for each step that may exceed a second. */
export type Tell = (line: string) => void;

export type StopOptions = {
  /** By default the server's signal for an orderly stop. */
  signal?: NodeJS.Signals;
  /** Then the server is killed. */
  withinMs?: number;
};

/** Restarts on the same port and data. */
export type LocalServer = {
  port: number;
  /** @throws if it does not run */
  pid: () => number;
  /** Orderly; does nothing if it does not run. */
  stop: (options?: StopOptions) => Promise<void>;
  kill: () => Promise<void>;
  restart: () => Promise<void>;
  /** Stops the server and removes a temporary folder. */
  close: () => Promise<void>;
};
