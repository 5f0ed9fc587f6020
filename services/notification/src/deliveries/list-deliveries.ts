import type { Delivery, DeliveryQuery } from '@writ/contracts';
import { boundedPage, idsOfSpan, pageOfRows, type BoundedRow, type Queryable } from '@writ/db';
import { deliveryColumns, toDelivery, type DeliveryRow } from './to-delivery.ts';

const usualPageSize = 200;

const sql = (source: string): string =>
  boundedPage({
    source: `FROM delivery AS d
      WHERE d.project_id = $1 AND ($2::uuid IS NULL OR d.id >= $2) AND ($3::uuid IS NULL OR d.id < $3)
        AND ($4::uuid IS NULL OR d.id < $4) AND ${source}`,
    ...{ alias: 'd', columns: deliveryColumns, limit: '$5', look: '$6' },
    join: 'JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id',
    matches: `($7::uuid IS NULL OR d.destination_id = $7) AND ($8::text IS NULL OR d.event_type = $8)
      AND ($9::text IS NULL OR d.status = $9)
      AND ($10::timestamptz IS NULL OR d.create_time >= $10) AND ($11::timestamptz IS NULL OR d.create_time < $11)`,
  });

/** What failed or is held has an index of its own: it is found however much was delivered. */
const allSql = sql('true');
const undeliveredSql = sql(`d.status IN ('failed', 'held')`);

/** The most deliveries that are looked at for a page: as many as take well below a second. */
const usuallyLookedAt = 100_000;

/** What is asked for. `destinationId` is an id here; a page begins below an id. */
type DeliveriesAsked = Omit<DeliveryQuery, 'pageToken'> & { beforeId?: string | undefined };

/**
 * A page of a project's deliveries, newest first. Where few match, a page may have fewer than it was asked for, or none,
 * although more follow: the next one begins below an id.
 */
export async function listDeliveries(
  db: Queryable,
  projectId: string,
  query: DeliveriesAsked,
  mostLookedAt = usuallyLookedAt,
): Promise<{ deliveries: Delivery[]; nextBelow?: string }> {
  const { pageSize = usualPageSize, beforeId = null, since, until } = query;
  const isUndelivered = query.status === 'failed' || query.status === 'held';
  const { rows } = await db.query<BoundedRow<DeliveryRow>>(isUndelivered ? undeliveredSql : allSql, [
    ...[projectId, ...idsOfSpan(query), beforeId, pageSize + 1, mostLookedAt],
    ...[query.destinationId, query.eventType, query.status, since, until].map((value) => value ?? null),
  ]);
  const { rows: found, ...next } = pageOfRows(rows, pageSize);
  return { deliveries: found.map(toDelivery), ...next };
}
