/** First come, first served. */
export type Memory = {
  tryTake(bytes: number): boolean;
  /** Waits for room. A waiting caller must hold nothing, or all might wait for each other. */
  take(bytes: number): Promise<void>;
  giveBack(bytes: number): void;
};

/** @param most no single request may be larger */
export function createMemory(most: number): Memory {
  const waiting: { bytes: number; go: () => void }[] = [];
  let free = most;
  const fits = (bytes: number): boolean => {
    if (bytes > free) return false;
    free -= bytes;
    return true;
  };
  const tryTake = (bytes: number): boolean => waiting.length === 0 && fits(bytes);
  return {
    tryTake,
    take: (bytes) =>
      tryTake(bytes)
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ bytes, go: resolve });
          }),
    giveBack: (bytes) => {
      free += bytes;
      for (let next = waiting[0]; next !== undefined && fits(next.bytes); next = waiting[0]) {
        waiting.shift();
        next.go();
      }
    },
  };
}
