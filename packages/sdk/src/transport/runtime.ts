/** The same in Node, Deno, Bun and workers. */
export type Runtime = {
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** From 0 to below 1. */
  random: () => number;
  /** @throws the signal's reason as soon as it is aborted */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  newKey: () => string;
};

export const systemRuntime: Runtime = {
  fetch: (...request) => fetch(...request),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep: (ms, signal) => {
    let timer: ReturnType<typeof setTimeout>;
    const slept = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    return unlessAborted(slept, signal).finally(() => clearTimeout(timer));
  },
  newKey: () => crypto.randomUUID(),
};

/** Rejects with the reason of an aborted signal. */
export const unlessAborted = <T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // The signal's reason may be anything.
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
    const stop = () => reject(signal?.reason);
    signal?.addEventListener('abort', stop, { once: true });
    void promise.then(resolve, reject).finally(() => signal?.removeEventListener('abort', stop));
  });
