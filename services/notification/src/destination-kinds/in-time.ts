/**
 * Makes an attempt that always resolves, and waits for it as long as it may take and is wanted; then gives what `late` makes
 * of the reason.
 */
export function inTime<Ended>(
  attempt: () => Promise<Ended>,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
  late: (reason: string) => Ended,
): Promise<Ended> {
  const givenUp = 'Given up: another process has taken over.';
  if (signal.aborted) return Promise.resolve(late(givenUp));
  return new Promise((resolve) => {
    const end = (ended: Ended): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(ended);
    };
    const onAbort = (): void => end(late(givenUp));
    const timer = setTimeout(() => end(late(`No complete answer within ${limitMs / 1_000} s.`)), limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    void attempt().then(end);
  });
}
