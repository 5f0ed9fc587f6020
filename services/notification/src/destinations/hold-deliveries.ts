import type { Queryable } from '@writ/db';
import { destinationLane, type Denied, type LaneTouch } from '@writ/lanes';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';

/** A step takes some 50 ms; longer beside an older transaction, since it reads past what earlier steps held. */
const usualStep = 1_000;

/**
 * SQL: locks the destination before deliveries, so it sees an earlier enabling, and a later one finds what was held.
 * Held deliveries of a deleted destination fail. The lines of an object go together: the rest would overwrite it.
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
 * Takes waiting deliveries out of a lane: `held` if its destination is disabled, `failed` if deleted. True if there
 * may be more.
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
 * The first step, in the transaction that disables or deletes. Returns the lane if there may be more; the caller
 * touches it last.
 */
export async function beginHold(
  tx: Queryable,
  destination: { id: string; projectId: string },
): Promise<readonly LaneTouch[]> {
  return (await holdDeliveries(tx, destination.id)) ? [destinationLane(destination)] : [];
}

/** Leaves the database to claims and settlements. */
const pauseMs = 20;
const longestPauseMs = 1_000;
/** Another process takes up what stays marked. */
const markedMs = 10_000;
const markedLanes = 10_000;

/**
 * This process's lanes with deliveries to hold or fail. One step at a time, so that a hundred lanes leave connections
 * to others.
 */
export function createHolds(pool: Pool) {
  const left = new LRUCache<string, true>({ max: markedLanes, ttl: markedMs });
  let isBusy = false;
  const later = (): Denied => {
    const waitMs = Math.min(longestPauseMs, pauseMs * (left.size + 1));
    return { kind: 'denied', waitMs, reason: 'quota' };
  };
  return {
    /** A lane came to rest with deliveries left. */
    mark: (destinationId: string): void => void left.set(destinationId, true),
    /** Undefined once nothing is left. */
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
