/** So many places, which are taken in the order in which they were asked for. */
export function createPlaces(most: number) {
  let taken = 0;
  const line = new Set<() => void>();

  const wait = (limitMs: number, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (isTaken: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        line.delete(enter);
        resolve(isTaken);
      };
      const enter = (): void => end(true);
      const giveUp = (): void => end(false);
      const timer = setTimeout(giveUp, limitMs);
      signal.addEventListener('abort', giveUp);
      line.add(enter);
    });

  return {
    /** Whether a place was free within this time, and is taken now; false as well when the signal is aborted before. */
    take: async (limitMs: number, signal: AbortSignal): Promise<boolean> => {
      if (taken >= most) return !signal.aborted && limitMs > 0 && wait(limitMs, signal);
      taken += 1;
      return true;
    },
    /** The place passes to who has waited longest. */
    leave: (): void => {
      const [next] = line;
      if (next) next();
      else taken -= 1;
    },
  };
}
