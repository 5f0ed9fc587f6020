/** Places in order of asking. */
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
    /** False after `limitMs`, or once the signal is aborted. */
    take: async (limitMs: number, signal: AbortSignal): Promise<boolean> => {
      if (taken >= most) return !signal.aborted && limitMs > 0 && wait(limitMs, signal);
      taken += 1;
      return true;
    },
    leave: (): void => {
      const [next] = line;
      if (next) next();
      else taken -= 1;
    },
  };
}
