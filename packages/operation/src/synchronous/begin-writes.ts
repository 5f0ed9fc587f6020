import { createGroupCommit, isContentFault, mostCharactersOfGroup, onceMore, textArray } from '@writ/db';
import type { Pool } from 'pg';
import {
  keptHoursAfterDeadline,
  reserveKeys,
  type KeyedRequest,
  type KeyState,
} from '../accept/idempotency-keys.ts';
import type { BegunWrite } from '../operation.ts';
import { charactersOf } from '../record-columns.ts';

/** A synchronous write takes at most 30 s; a process that needs longer than this has died. */
const leaseMs = 45_000;

/**
 * Stores that a write begins, so that it is found if the process dies before it records the outcome. Returns the state of
 * the write's key: only a write whose key is `reserved` may be sent. A write without a key always may.
 *
 * With a key, the row is durable before the provider is called. Without one it shares a commit that does not wait for the
 * disk: it is lost only if Postgres crashes within a second and the process dies, too.
 */
export function createBeginWrite(
  pool: Pool,
): (write: BegunWrite, keyed: KeyedRequest | undefined) => Promise<KeyState> {
  const unkeyed = createGroupCommit<BegunWrite, KeyState>({
    commit: async (writes) => {
      const store = () => pool.query({ ...begin, values: columnsOf(writes) });
      await onceMore(store, store);
      return writes.map(() => ({ kind: 'reserved' }));
    },
    isContentFault,
    maxItems: 200,
    weight: { of: ({ records }) => charactersOf(records), most: mostCharactersOfGroup },
    concurrency: 2,
  });
  return async (write, keyed) => {
    if (!keyed) return unkeyed.add(write);
    const begun = { id: write.id, leaseMs, operation: JSON.stringify(write) };
    const reserve = () => reserveKeys(pool, [{ ...keyed, keptHours: keptHoursAfterDeadline, begun }]);
    const [state] = await onceMore(reserve, reserve);
    return state ?? { kind: 'reserved' };
  };
}

// Repeated after a lost answer, it finds its own rows.
const begin = {
  name: 'begin-synchronous-writes',
  text: `
  WITH begun AS (
    INSERT INTO synchronous_write (project_id, id, begin_time, lease_until, operation)
    SELECT project_id, id, now, now + $4 * interval '1 ms', operation::json
    FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS given (project_id, id, operation),
      (SELECT clock_timestamp() AS now) AS moment
    ON CONFLICT DO NOTHING
  )
  SELECT set_config('synchronous_commit', 'off', true)`,
};

const columnsOf = (writes: readonly BegunWrite[]): unknown[] => [
  writes.map(({ projectId }) => projectId),
  writes.map(({ id }) => id),
  textArray(writes.map((write) => JSON.stringify(write))),
  leaseMs,
];
