import { setImmediate as thisTurn } from 'node:timers/promises';
import { isBroken } from '../faults.ts';

/**
 * Runs `repeat` on another connection if that of `run` broke. A database that is away or slow is not asked
 * twice, so callers learn of it quickly.
 * @param repeat receives the error; `run` may have taken effect
 */
export async function onceMore<T>(
  run: () => Promise<T>,
  repeat: (broken: unknown) => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isBroken(error)) throw error;
    // The pool notices connections that broke together in one iteration of the event loop.
    await thisTurn();
    return repeat(error);
  }
}

/** For a read, or a change that may run twice. */
export const askAgain = <T>(read: () => Promise<T>): Promise<T> => onceMore(read, read);
