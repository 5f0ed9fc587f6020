import type { Delivery, DeliveryQuery, Page } from '@writ/contracts';
import type { Queryable } from '@writ/db';
import { lastIdOf, pageTokenOf } from '@writ/http-kit';
import { deliveryColumns, toDelivery, type DeliveryRow } from './to-delivery.ts';

const usualPageSize = 200;

/** A page of a project's deliveries, newest first. `destinationId` is an id here. */
export async function listDeliveries(
  db: Queryable,
  projectId: string,
  query: DeliveryQuery,
): Promise<Page<Delivery>> {
  const { pageSize = usualPageSize, pageToken } = query;
  const conditions: [string, unknown][] = [
    ['d.project_id =', projectId],
    ['d.destination_id =', query.destinationId],
    ['d.event_type =', query.eventType],
    ['d.status =', query.status],
    ['d.create_time >=', query.since],
    ['d.create_time <', query.until],
    ['d.id <', pageToken === undefined ? undefined : lastIdOf(pageToken)],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  const { rows } = await db.query<DeliveryRow>(
    `SELECT ${deliveryColumns} FROM delivery AS d
     JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id
     WHERE ${given.map(([condition], index) => `${condition} $${index + 1}`).join(' AND ')}
     ORDER BY d.id DESC LIMIT ${pageSize + 1}`,
    given.map(([, value]) => value),
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const done = rows.length <= pageSize || !last;
  return {
    results: shown.map(toDelivery),
    pagination: done ? { done } : { done, nextPageToken: pageTokenOf(last.id) },
  };
}
