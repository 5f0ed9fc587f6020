import type { Pool } from 'pg';
import type { DestinationBook } from './destination-book.ts';
import type { DeliveryUnit } from './delivery-unit.ts';
import { releaseDeliveries } from './release-deliveries.ts';

/** The time is read once, in a subquery, so that the index ends the scan at what is not yet due. */
const claimSql = `
  WITH due AS (
    SELECT project_id, id, claimed FROM delivery
    WHERE destination_id = $1 AND due_at <= (SELECT clock_timestamp())
      AND EXISTS (SELECT 1 FROM destination WHERE id = $1 AND status = 'enabled')
    ORDER BY due_at LIMIT $2
    FOR UPDATE SKIP LOCKED),
  claimed AS (
    UPDATE delivery AS d
    SET attempt = d.attempt + 1, claimed = true, due_at = clock_timestamp() + $3 * interval '1 ms', update_time = clock_timestamp()
    FROM due WHERE d.project_id = due.project_id AND d.id = due.id
    RETURNING d.project_id, d.id, d.event_row_id, d.event_type, d.attempt, due.claimed AS cut_off)
  SELECT c.project_id AS "projectId", c.id, c.event_type AS "eventType", c.attempt, c.cut_off AS "cutOff",
    e.event_id AS "eventId", e.body
  FROM claimed AS c JOIN event AS e ON e.project_id = c.project_id AND e.id = c.event_row_id`;

type ClaimedRow = Omit<DeliveryUnit, 'destinationId' | 'send'>;

/**
 * Takes up to `limit` due deliveries of a destination. One that is disabled or deleted gives none: what still waits
 * for it is held, or has failed. Both statements go out at once; where they saw it differently it is looked at again.
 */
export const claimDeliveries =
  (pool: Pool, book: DestinationBook) =>
  async (destinationId: string, limit: number, leaseMs: number): Promise<DeliveryUnit[]> => {
    const values = [destinationId, limit, leaseMs];
    const [found, { rows }] = await Promise.all([
      book.find(destinationId),
      pool.query<ClaimedRow>(claimSql, values),
    ]);
    const enabledMeanwhile = rows.length > 0 && !found?.enabled;
    const destination = enabledMeanwhile ? await book.find(destinationId) : found;
    if (destination?.enabled) {
      return rows.map((row) => Object.assign(row, { destinationId, send: destination.send }));
    }
    await releaseDeliveries(pool, destinationId);
    return [];
  };
