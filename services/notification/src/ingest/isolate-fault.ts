import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction, isContentFault, passesBy, ranOutOfTime } from '@writ/db';
import { addDeadLetters, type BusMessage, type NotTakenIn } from '@writ/event-bus';
import type { Pool } from 'pg';
import { storeEvents } from './store-events.ts';

export type Letter = NotTakenIn & { message: BusMessage };

/** The first failure may pass by, whatever it says of itself: a message fails three times by itself before it is given up. */
const pausesMs = [100, 400];
/** An error may quote all of what it is about. */
const mostCharacters = 1_000;

/**
 * Takes a batch in by `takeIn`; what makes it fail is found by halving, in order. A message that fails by itself again and
 * again becomes a dead letter, unless the fault is that of the database: one that passes by, or that comes without the
 * message, too, rejects, and nothing is lost by taking in all of the batch again.
 */
export function isolateFault({
  pool,
  takeIn,
  onLetter,
}: {
  pool: Pool;
  takeIn: (batch: readonly BusMessage[]) => Promise<void>;
  onLetter: (letter: Letter) => void;
}): (batch: readonly BusMessage[]) => Promise<void> {
  const takeInAgain = async (message: BusMessage): Promise<unknown> => {
    let last: unknown;
    for (const pauseMs of pausesMs) {
      await delay(pauseMs);
      try {
        await takeIn([message]);
        return undefined;
      } catch (error) {
        if (passesBy(error)) throw error;
        last = error;
      }
    }
    return last;
  };

  const giveUp = async (message: BusMessage, fault: unknown): Promise<void> => {
    const letter = letterOf(message, fault);
    await storeLetter(pool, letter).catch((error: unknown) => {
      // Kept without what the database cannot hold of it, a message holds up no other.
      if (isContentFault(error)) return storeLetter(pool, bare(letter));
      throw fault;
    });
    onLetter(letter);
  };

  const inParts = async (batch: readonly BusMessage[]): Promise<void> => {
    try {
      await takeIn(batch);
    } catch (error) {
      const [first, ...others] = batch;
      // Events with very many destinations may be too many for one statement, and fewer of them not.
      if (first === undefined || (passesBy(error) && !(ranOutOfTime(error) && others.length > 0)))
        throw error;
      if (!passesBy(error) && !(await storesEvents(pool))) throw error;
      if (others.length > 0) {
        const middle = Math.ceil(batch.length / 2);
        await inParts(batch.slice(0, middle));
        await inParts(batch.slice(middle));
      } else {
        const fault = await takeInAgain(first);
        if (fault !== undefined) await giveUp(first, fault);
      }
    }
  };
  return inParts;
}

/** Whether the database stores events, though none: a fault of its own would make dead letters of all messages. */
const storesEvents = (pool: Pool): Promise<boolean> =>
  storeEvents(pool, []).then(
    () => true,
    () => false,
  );

/** Only where the database still stores events. */
const storeLetter = (pool: Pool, letter: Letter): Promise<void> =>
  inTransaction(pool, async (tx) => {
    await storeEvents(tx, []);
    await addDeadLetters(tx, [letter]);
  });

function letterOf(message: BusMessage, fault: unknown): Letter {
  const why = (Error.isError(fault) ? fault.message : String(fault)).slice(0, mostCharacters);
  return { message, kind: 'unacceptable', reason: `Taking it in failed again and again: ${why}` };
}

const bare = ({ message, reason, kind }: Letter): Letter => ({
  message: { ...message, key: null, headers: {}, value: Buffer.alloc(0) },
  kind,
  reason: `${reason} (The database cannot hold the message itself.)`,
});
