/** What the library takes from its surroundings: the same in Node, Deno, Bun and workers. */
export type Runtime = {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** From 0 to below 1. */
  random: () => number;
  /** Waits; rejects with the signal's reason as soon as that is aborted. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** A key that no other write has. */
  newKey: () => string;
};

export const systemRuntime: Runtime = {
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        // The caller's own reason, whatever it is.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
  newKey: () => crypto.randomUUID(),
};
