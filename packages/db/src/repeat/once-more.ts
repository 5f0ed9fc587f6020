import { setImmediate as thisTurn } from 'node:timers/promises';
import { isBroken } from '../faults.ts';

/**
 * Runs `repeat` where the connection of `run` broke, at once and on another one. A database that is away or slow is not
 * asked twice, so its callers hear of it quickly.
 *
 * @param repeat is told how `run` failed; it may have been done nonetheless
 */
export async function onceMore<T>(
  run: () => Promise<T>,
  repeat: (broken: unknown) => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isBroken(error)) throw error;
    // Connections that broke together are noticed in one turn of the event loop: none of them is taken for this.
    await thisTurn();
    return repeat(error);
  }
}

/** Runs a read, or a change that may run twice, once more if its connection broke. */
export const askAgain = <T>(read: () => Promise<T>): Promise<T> => onceMore(read, read);
