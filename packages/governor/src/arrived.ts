/** Resolves with true at a monotonic moment, never before it; or with false when the signal is aborted before. */
export function arrived(atMs: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  if (atMs <= performance.now()) return Promise.resolve(true);
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = (inTime: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(inTime);
    };
    const giveUp = (): void => end(false);
    const look = (): void => {
      const leftMs = atMs - performance.now();
      if (leftMs <= 0) end(true);
      // A timer may fire a little early.
      else timer = setTimeout(look, Math.ceil(leftMs));
    };
    signal.addEventListener('abort', giveUp);
    look();
  });
}
