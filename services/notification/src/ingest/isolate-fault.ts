import { setTimeout as delay } from 'node:timers/promises';
import { inTransaction, isContentFault, passesBy, ranOutOfTime } from '@writ/db';
import { addDeadLetters, type BusMessage, type NotTakenIn } from '@writ/event-bus';
import type { Pool } from 'pg';
import { storeEvents } from './store-events.ts';

export type Letter = NotTakenIn & { message: BusMessage };

/** A fault of unknown kind may pass. */
const pausesMs = [100, 400];
/** An error may quote the whole message. */
const mostCharacters = 1_000;

/**
 * Halves a failing batch, in order, to find the message at fault. It becomes a dead letter: immediately if the
 * database cannot hold it, otherwise after three failures alone. Rejects for faults of the database, which occur
 * without the message, too.
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
      // Events with very many destinations may be too many for one statement.
      if (first === undefined || (passesBy(error) && !(ranOutOfTime(error) && others.length > 0)))
        throw error;
      if (!passesBy(error) && !(await storesEvents(pool))) throw error;
      if (others.length > 0) {
        const middle = Math.ceil(batch.length / 2);
        await inParts(batch.slice(0, middle));
        await inParts(batch.slice(middle));
      } else {
        const fault = isContentFault(error) ? error : await takeInAgain(first);
        if (fault !== undefined) await giveUp(first, fault);
      }
    }
  };
  return inParts;
}

/** A database that stores no events at all would make dead letters of all messages. */
const storesEvents = (pool: Pool): Promise<boolean> =>
  storeEvents(pool, []).then(
    () => true,
    () => false,
  );

const storeLetter = (pool: Pool, letter: Letter): Promise<void> =>
  inTransaction(pool, async (tx) => {
    // Fails if the database stores no events any more.
    await storeEvents(tx, []);
    await addDeadLetters(tx, [letter]);
  });

function letterOf(message: BusMessage, fault: unknown): Letter {
  const what = isContentFault(fault) ? 'The database cannot hold it' : 'Taking it in failed again and again';
  const why = (Error.isError(fault) ? fault.message : String(fault)).slice(0, mostCharacters);
  return { message, kind: 'unacceptable', reason: `${what}: ${why}` };
}

const bare = ({ message, reason, kind }: Letter): Letter => ({
  message: { ...message, key: null, headers: {}, value: Buffer.alloc(0) },
  kind,
  reason: `${reason} (The database cannot hold the message itself.)`,
});
