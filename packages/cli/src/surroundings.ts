import type { Readable, Writable } from 'node:stream';

/** What a command takes from its process. */
export type Surroundings = {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  /** Is aborted by Ctrl-C: what waits or listens then ends in order. */
  signal: AbortSignal;
};

type Output = Writable & { isTTY?: boolean; columns?: number };
