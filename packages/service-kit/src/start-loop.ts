/** Milliseconds to rest after a step. A poke ends the rest, except `deafMs`. */
export type Rest = number | { deafMs: number };

export type Loop = {
  /** Starts the next step now, or right after the current one. */
  poke(): void;
  /** Resolves when the current step has ended; no other follows. */
  close(): Promise<void>;
};

/**
 * Runs `step` repeatedly until it is closed, the first time immediately.
 * @param options.step returns the rest until the next step
 * @param options.onFault returns the rest after a step that threw; `failures` counts them in a row
 */
export function startLoop(options: {
  step: () => Promise<Rest>;
  onFault: (error: unknown, failures: number) => Rest;
}): Loop {
  let isPoked = false;
  let isClosed = false;
  let failures = 0;
  let resting: { isDeaf: boolean; end: () => void } | undefined;

  const stepOnce = async (): Promise<Rest> => {
    try {
      const rest = await options.step();
      failures = 0;
      return rest;
    } catch (error) {
      failures += 1;
      return options.onFault(error, failures);
    }
  };
  const rest = async (told: Rest): Promise<void> => {
    const [restMs, isDeaf] = typeof told === 'number' ? [told, false] : [told.deafMs, true];
    if (restMs === 0 || isClosed || (isPoked && !isDeaf)) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, restMs);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      resting = { isDeaf, end };
    });
    resting = undefined;
  };
  /** A call, so that the compiler does not assume the old value after a wait. */
  const goesOn = (): boolean => !isClosed;
  const run = async (): Promise<void> => {
    while (goesOn()) {
      isPoked = false;
      await rest(await stepOnce());
    }
  };

  const running = run();
  return {
    poke: () => {
      isPoked = true;
      if (resting?.isDeaf === false) resting.end();
    },
    close: async () => {
      isClosed = true;
      resting?.end();
      await running;
    },
  };
}
