import { isFree, isNotPaused } from '@writ/lanes';
import { errorFields, startLoop, type Logger, type Loop } from '@writ/service-kit';
import type { Pool } from 'pg';

/** Beyond that, the longest waiting client gets its answer. */
const mostWaiting = 500;

/** SQL: destinations with something due, or for which waiting is useless. */
const dueSql = `
  SELECT w.id FROM unnest($1::uuid[]) AS w (id)
  WHERE EXISTS (SELECT FROM delivery AS d WHERE d.destination_id = w.id AND d.due_at <= (SELECT clock_timestamp()) AND ${isFree})
    AND ${isNotPaused('w.id')}
    OR NOT EXISTS (SELECT FROM destination AS d WHERE d.id = w.id AND d.status = 'enabled')`;

export type DueWatch = ReturnType<typeof createDueWatch>;

/** A waiting client; a poke after `take` is not lost. */
export type Place = {
  /** True if a look is worth it; false if time is over, the client is gone or the process stops. */
  wait(limitMs: number, signal: AbortSignal): Promise<boolean>;
  leave(): void;
};

type Waiter = { destinationId: string; isTold: boolean; wake: () => void };

const nobody = (): void => undefined;

/** A waiting client takes a timer but no connection: one statement looks for all of the process. */
export function createDueWatch({ pool }: { pool: Pool }) {
  const waiters = new Set<Waiter>();
  let isClosed = false;

  const poke = (destinationId: string): void => {
    for (const waiter of waiters) {
      if (waiter.destinationId !== destinationId) continue;
      waiter.isTold = true;
      waiter.wake();
    }
  };

  const look = async (): Promise<void> => {
    const ids = [...new Set([...waiters].map(({ destinationId }) => destinationId))];
    if (ids.length === 0) return;
    const { rows } = await pool.query<{ id: string }>(dueSql, [ids]);
    for (const { id } of rows) poke(id);
  };

  const wait = (waiter: Waiter, limitMs: number, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        waiter.wake = nobody;
        resolve(waiter.isTold);
        waiter.isTold = false;
      };
      const timer = setTimeout(end, limitMs);
      signal.addEventListener('abort', end);
      waiter.wake = end;
      if (waiter.isTold || signal.aborted || isClosed) end();
      else if (waiters.size > mostWaiting) [...waiters].find((other) => other.wake !== nobody)?.wake();
    });

  return {
    take: (destinationId: string): Place => {
      const waiter: Waiter = { destinationId, isTold: false, wake: nobody };
      waiters.add(waiter);
      return {
        wait: (limitMs, signal) => wait(waiter, limitMs, signal),
        leave: () => void waiters.delete(waiter),
      };
    },
    poke,
    /** Finds what other processes, or time, make due. */
    start: (everyMs: number, logger: Logger): Loop =>
      startLoop({
        step: async () => {
          await look();
          return everyMs;
        },
        onFault: (error) => {
          logger.warn('nobody looked for what clients wait for; tried again', errorFields(error));
          return everyMs;
        },
      }),
    close: (): void => {
      isClosed = true;
      for (const { wake } of waiters) wake();
    },
  };
}
