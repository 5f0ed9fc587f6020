import type { LaneKind } from '@writ/contracts';
import { arraysOf, type Queryable } from '@writ/db';

/** A lane with something due in it, at `dueAt` or now. */
export type LaneTouch = {
  id: string;
  projectId: string;
  kind: LaneKind;
  name: string;
  dueAt?: Date;
};

/** The lane of a destination, which has its id. */
export const destinationLane = ({ id, projectId }: { id: string; projectId: string }): LaneTouch => ({
  id,
  projectId,
  kind: 'destination',
  name: id,
});

/**
 * The rows stay locked to the transaction's end, so a drain that ends meanwhile sees the work. A lane that is due anyway,
 * as a busy one always is, is locked as little as that takes: `FOR KEY SHARE` makes `restLanes` alone pass over the row, so that many
 * transactions touch one lane at once. Should the lane come to rest before the lock is had, Postgres looks at the row again
 * and it is not among the `awake`; then it is written like any other, by one transaction at a time.
 */
const touched = (wanted: string): string => `
  wanted AS (
    ${wanted}
  ), awake AS (
    SELECT lane.id FROM lane JOIN wanted ON wanted.id = lane.id
    WHERE lane.next_due_at <= wanted.due_at
    ORDER BY lane.id
    FOR KEY SHARE OF lane
  ), touched AS (
    INSERT INTO lane (id, project_id, kind, name, provider, account, next_due_at)
    SELECT id, project_id, kind, name, provider, account, due_at FROM wanted
    WHERE NOT EXISTS (SELECT FROM awake WHERE awake.id = wanted.id)
    ORDER BY id
    ON CONFLICT (id) DO UPDATE
    SET next_due_at = excluded.next_due_at, provider = excluded.provider, account = excluded.account
    WHERE lane.next_due_at IS NULL OR lane.next_due_at > excluded.next_due_at
    RETURNING id
  )`;

/**
 * SQL: parts of the `WITH` of a statement that makes work for provider accounts. They touch the lanes of the rows of
 * another of its parts, `work (lane_id, project_id, provider, account, due_at)`; the last one, `touched (id)`, holds
 * those that `touchLanes` would give. The lanes are locked after `work` is complete.
 */
export const providerLanesTouched = (work: string): string =>
  touched(`SELECT lane_id AS id, project_id, 'provider' AS kind, provider || ' ' || account AS name, provider, account,
      min(due_at) AS due_at
    FROM ${work} GROUP BY lane_id, project_id, provider, account`);

/** SQL: the same for deliveries, by the rows of `work (destination_id, project_id, due_at)`, one of each destination. */
export const destinationLanesTouched = (work: string): string =>
  touched(`SELECT destination_id AS id, project_id, 'destination' AS kind, destination_id::text AS name,
      NULL AS provider, NULL AS account, due_at
    FROM ${work}`);

const touch = {
  name: 'touch-lanes',
  text: `WITH ${touched(`SELECT id, project_id, kind, name, NULL AS provider, NULL AS account,
      min(coalesce(due_at, (SELECT clock_timestamp()))) AS due_at
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::timestamptz[])
      AS given (id, project_id, kind, name, due_at)
    GROUP BY id, project_id, kind, name`)}
  SELECT id FROM touched`,
};

/**
 * Tells, in the transaction that makes the work, that lanes have something due. A lane's row is made when it is first
 * touched. Gives the lanes whose due time was brought forward: the caller wakes them after the commit; of the others
 * somebody else has told before.
 */
export async function touchLanes(tx: Queryable, lanes: readonly LaneTouch[]): Promise<readonly string[]> {
  if (lanes.length === 0) return [];
  const { rows: found } = await tx.query<{ id: string }>({
    ...touch,
    values: arraysOf(lanes, 'id', 'projectId', 'kind', 'name', 'dueAt'),
  });
  return found.map(({ id }) => id);
}
