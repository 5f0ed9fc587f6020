import type { DeliveryAttempt, DeliveryWithAttempts } from '@writ/contracts';
import { isId, type Queryable } from '@writ/db';
import { deliveryColumns, toDelivery, type DeliveryRow } from './to-delivery.ts';

type AttemptRow = {
  attempt: number;
  at: Date;
  outcome: 'delivered' | 'failed';
  httpStatus: number | null;
  durationMs: number;
  excerpt: string | null;
  error: string | null;
};

const findSql = `
  SELECT ${deliveryColumns} FROM delivery AS d
  JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id
  WHERE d.project_id = $1 AND d.id = $2`;

const attemptsSql = `
  SELECT attempt, at, outcome, http_status AS "httpStatus", duration_ms AS "durationMs",
    response_excerpt AS excerpt, error
  FROM delivery_attempt WHERE project_id = $1 AND delivery_id = $2 ORDER BY attempt`;

/** A delivery with what became of each attempt; undefined where the project has none of this id. */
export async function findDelivery(
  db: Queryable,
  projectId: string,
  deliveryId: string,
): Promise<DeliveryWithAttempts | undefined> {
  if (!isId(deliveryId)) return undefined;
  const [found, attempts] = await Promise.all([
    db.query<DeliveryRow>(findSql, [projectId, deliveryId]),
    db.query<AttemptRow>(attemptsSql, [projectId, deliveryId]),
  ]);
  const [row] = found.rows;
  return row && { ...toDelivery(row), attempts: attempts.rows.map(toAttempt) };
}

const toAttempt = (row: AttemptRow): DeliveryAttempt => ({
  attempt: row.attempt,
  time: row.at.toISOString(),
  status: row.outcome,
  ...(row.httpStatus !== null && { httpStatus: row.httpStatus }),
  durationMs: row.durationMs,
  ...(row.excerpt !== null && { responseExcerpt: row.excerpt }),
  ...(row.error !== null && { error: row.error }),
});
