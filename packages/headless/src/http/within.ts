/** Timers are limited to about 24 days, and take no fractions. */
const longestMs = 2e9;

/** Rejects, and aborts the work, after a time limit. */
export function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(timeoutMs, longestMs))));
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    work(signal).then(resolve, reject);
  });
}
