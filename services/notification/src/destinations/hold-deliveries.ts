import type { Queryable } from '@writ/db';
import { destinationLane, type Denied, type LaneTouch } from '@writ/lanes';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/**
 * What one statement takes out of a lane at most: some 50 ms, and some times as long while a transaction is open that began
 * before the step: until it ends, each step passes over what those before it took.
 */
const usualStep = 1_000;

/**
 * The destination's row is read as it is now, and kept as it is to the transaction's end: an enabling that comes first is
 * seen, one that comes later finds what was held. It is locked before the deliveries, as everywhere. What is held has
 * failed, too, once there is no destination. Two searches, since each has its index. The lines of an object go together: what
 * is left of one would be put under its name.
 */
const holdSql = `
  WITH own AS MATERIALIZED (
    SELECT status FROM destination WHERE id = $1 FOR SHARE),
  destined AS MATERIALIZED (
    SELECT coalesce(max(status), 'deleted') AS status FROM own),
  found AS MATERIALIZED (
    (SELECT project_id, id, object_name FROM delivery
      WHERE (SELECT status FROM destined) <> 'enabled' AND destination_id = $1 AND due_at IS NOT NULL
      ORDER BY due_at LIMIT $2)
    UNION ALL
    (SELECT project_id, id, NULL FROM delivery
      WHERE (SELECT status FROM destined) = 'deleted' AND destination_id = $1 AND status = 'held' LIMIT $2)),
  whole AS (
    SELECT project_id, id FROM found
    UNION
    SELECT d.project_id, d.id FROM (SELECT DISTINCT object_name FROM found) AS o JOIN delivery AS d USING (object_name)
      WHERE d.destination_id = $1 AND d.due_at IS NOT NULL AND d.object_name IS NOT NULL),
  unsent AS (
    SELECT d.project_id, d.id FROM delivery AS d JOIN whole USING (project_id, id)
    WHERE d.due_at IS NOT NULL OR (d.status = 'held' AND (SELECT status FROM destined) = 'deleted')
    ORDER BY d.id FOR UPDATE OF d),
  held AS (
    UPDATE delivery AS d
    SET status = CASE (SELECT status FROM destined) WHEN 'deleted' THEN 'failed' ELSE 'held' END, due_at = NULL,
      update_time = clock_timestamp()
    FROM unsent WHERE d.project_id = unsent.project_id AND d.id = unsent.id)
  SELECT count(*)::int AS found FROM found`;

/**
 * Takes what waits for a destination out of its lane: `held` when the destination is disabled, `failed` when there is
 * none any more. What waits for one that is enabled stays. However much there is, one call takes some of it, those due
 * first; true: more may be left, and the lane's turns go on with it.
 */
export async function holdDeliveries(
  db: Queryable,
  destinationId: string,
  step = usualStep,
): Promise<boolean> {
  const { rows } = await db.query<{ found: number }>(holdSql, [destinationId, step]);
  return (rows[0]?.found ?? 0) >= step;
}

/**
 * The same in the transaction that disables or deletes a destination. Gives the lane if more is left, which the
 * transaction touches once it has locked everything else: lanes are locked last, and all at once.
 */
export async function beginHold(
  tx: Queryable,
  destination: { id: string; projectId: string },
): Promise<readonly LaneTouch[]> {
  return (await holdDeliveries(tx, destination.id)) ? [destinationLane(destination)] : [];
}

/** Between two steps: claims and settlements have the database meanwhile, other lanes the slot. */
const pauseMs = 20;
const longestPauseMs = 1_000;
/** What is not taken up within this time was by another process. */
const markedMs = 10_000;
const markedLanes = 10_000;

/**
 * The lanes of this process whose destinations are disabled or gone, and for which something still waits. One step is under
 * way at a time, so that a hundred of them leave the connections to others; the more there are, the less often each asks.
 */
export function createHolds(pool: Pool) {
  const left = new LRUCache<string, true>({ max: markedLanes, ttl: markedMs });
  let isBusy = false;
  const later = (): Denied => {
    const waitMs = Math.min(longestPauseMs, pauseMs * (left.size + 1));
    return { kind: 'denied', waitMs, reason: 'quota' };
  };
  return {
    /** The rest of a lane, which ends each of its turns, has seen that something is left. */
    mark: (destinationId: string): void => void left.set(destinationId, true),
    /** Takes a step of what is left; undefined once that was all. */
    step: async (destinationId: string): Promise<Denied | undefined> => {
      if (!left.has(destinationId)) return undefined;
      if (isBusy) return later();
      left.delete(destinationId);
      isBusy = true;
      try {
        return (await holdDeliveries(pool, destinationId)) ? later() : undefined;
      } finally {
        isBusy = false;
      }
    },
  };
}
