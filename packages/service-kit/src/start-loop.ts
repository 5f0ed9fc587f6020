/** How long a loop rests after a step: until it is poked, or, given as `deafMs`, whether it is poked or not. */
export type Rest = number | { deafMs: number };

/** Work that this process does again and again. */
export type Loop = {
  /** The next step begins now, or as soon as the one under way has ended. */
  poke(): void;
  /** Resolves when the step under way has ended; none follows. */
  close(): Promise<void>;
};

/**
 * Does one step after the other until it is closed, the first one at once.
 *
 * @param options.step does the work, and tells how long to rest until the next one, in milliseconds
 * @param options.onFault tells how long to rest after a step that threw; so many in a row have
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
  /** Asked again after each wait: it may have been closed meanwhile. */
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
