import type { Readable, Writable } from 'node:stream';

export type Surroundings = {
  env: Readonly<Record<string, string | undefined>>;
  stdin: Readable & { isTTY?: boolean };
  stdout: Output;
  stderr: Output;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
};

type Output = Writable & { isTTY?: boolean; columns?: number };
