import { passesBy } from '@writ/db';
import { errorFields, startLoop, type Closing, type Logger, type Rest } from '@writ/service-kit';

/** A change in Postgres after the provider was called. */
export type Change = {
  what: string;
  operationId: string;
  /** Approximate memory. */
  sizeBytes: () => number;
  /** May run twice. */
  run: () => Promise<void>;
};

export type StoreOrRetry = {
  /** Runs the change now, or `later` if Postgres is away. Never throws. */
  now(change: Change): Promise<'stored' | 'later' | 'failed'>;
  /** Retries until Postgres takes it. */
  later(change: Change): void;
};

const retryMs = 1_000;
/** The next change wakes the loop. */
const idleMs = 60_000;
/** Concurrent statements. */
const parallel = 50;
/** Limit of all waiting changes; a gateway has 250 MB. */
const mostBytes = 64 * 1024 * 1024;

/**
 * Retries changes every second while Postgres is away, and once more at the end. A change that fails otherwise or
 * exceeds `mostBytes` is logged and dropped; its write gets an unknown outcome after its lease.
 */
export function createStoreOrRetry(logger: Logger, closing: Closing): StoreOrRetry {
  const waiting = new Map<Change, number>();
  let heldBytes = 0;

  const fail = ({ what, operationId }: Change, why: Record<string, unknown>): 'failed' => {
    logger.error(`${what} was not stored`, { operationId, ...why });
    return 'failed';
  };
  const later = (change: Change): 'later' | 'failed' => {
    const bytes = change.sizeBytes();
    if (heldBytes + bytes > mostBytes) return fail(change, { waiting: waiting.size, heldBytes });
    waiting.set(change, bytes);
    heldBytes += bytes;
    loop.poke();
    return 'later';
  };
  const retry = async ([change, bytes]: [Change, number]): Promise<void> => {
    try {
      await change.run();
    } catch (error) {
      if (passesBy(error)) throw error;
      fail(change, errorFields(error));
    }
    waiting.delete(change);
    heldBytes -= bytes;
  };
  const retryAll = async (): Promise<Rest> => {
    const [first, ...others] = waiting;
    // Checks whether Postgres is back.
    if (first) await retry(first);
    for (let at = 0; at < others.length; at += parallel)
      await Promise.all(others.slice(at, at + parallel).map(retry));
    return idleMs;
  };
  const onFault = (error: unknown): Rest => {
    logger.warn('changes wait for Postgres', { changes: waiting.size, ...errorFields(error) });
    return { deafMs: retryMs };
  };
  const loop = startLoop({ step: retryAll, onFault });
  closing.add(loop, async (running) => {
    await running.close();
    await retryAll().catch(onFault);
  });

  return {
    later,
    now: async (change) => {
      try {
        await change.run();
        return 'stored';
      } catch (error) {
        return passesBy(error) ? later(change) : fail(change, errorFields(error));
      }
    },
  };
}
