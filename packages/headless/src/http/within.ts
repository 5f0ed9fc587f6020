/** Timers take no fractions, and hardly more than these 23 days. */
const longestMs = 2e9;

/** Gives what the work comes to, or throws after a time; the work is told by its signal. */
export function within<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(timeoutMs, longestMs))));
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    work(signal).then(resolve, reject);
  });
}
