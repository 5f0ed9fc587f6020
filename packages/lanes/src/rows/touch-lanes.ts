import type { LaneKind } from '@writ/contracts';
import { arraysOf, type Queryable } from '@writ/db';

/** Something is due in the lane, at `dueAt` or now. */
export type LaneTouch = {
  id: string;
  projectId: string;
  kind: LaneKind;
  name: string;
  dueAt?: Date;
};

/** It has the destination's id. */
export const destinationLane = ({ id, projectId }: { id: string; projectId: string }): LaneTouch => ({
  id,
  projectId,
  kind: 'destination',
  name: id,
});

/**
 * Rows stay locked until the transaction ends, so a drain that ends meanwhile sees the work. Busy lanes,
 * which are due already, are locked `FOR KEY SHARE`: many transactions can touch them, and only `restLanes`
 * skips them. If such a lane rests before it is locked, Postgres reads it again as not `awake`, and one
 * transaction at a time writes it.
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
 * SQL: parts of a `WITH` that touch the lanes of the part `work (lane_id, project_id, provider, account,
 * due_at)`, which is complete before they are locked. The last, `touched (id)`, holds what `touchLanes`
 * returns.
 */
export const providerLanesTouched = (work: string): string =>
  touched(`SELECT lane_id AS id, project_id, 'provider' AS kind, provider || ' ' || account AS name, provider, account,
      min(due_at) AS due_at
    FROM ${work} GROUP BY lane_id, project_id, provider, account`);

/** SQL: the same for `work (destination_id, project_id, due_at)`, one row per destination. */
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
 * Call it in the transaction that makes the work. Returns lanes whose due time moved forward: wake them after
 * the commit. The rest are awake.
 */
export async function touchLanes(tx: Queryable, lanes: readonly LaneTouch[]): Promise<readonly string[]> {
  if (lanes.length === 0) return [];
  const { rows: found } = await tx.query<{ id: string }>({
    ...touch,
    values: arraysOf(lanes, 'id', 'projectId', 'kind', 'name', 'dueAt'),
  });
  return found.map(({ id }) => id);
}
