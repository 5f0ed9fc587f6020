/** A pause that can be cut short. */
export type Nap = {
  /** Resolves after `ms`, or as soon as `end` is called; at once when it was called since the last pause. */
  rest(ms: number): Promise<void>;
  end(): void;
};

export function createNap(): Nap {
  let ended = false;
  let wake: (() => void) | undefined;
  return {
    rest: async (ms) => {
      if (!ended) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      ended = false;
      wake = undefined;
    },
    end: () => {
      ended = true;
      wake?.();
    },
  };
}
