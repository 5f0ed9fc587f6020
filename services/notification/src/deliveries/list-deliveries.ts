import type { Delivery } from '@writ/contracts';
import { allOf, boundedPage, idsWithin, lookedBackTo, pageOfRows, Prisma, type BoundedRow } from '@writ/db';
import { cameOfTask } from '@writ/task';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { ofId } from './tells-of.ts';
import { reachOf, type DeliveriesAsked } from './reach.ts';
import { toDeliveries, toldColumns, type DeliveryRow } from './find-delivery.ts';

const usualPageSize = 200;

/** Deliveries read for a page: well below a second. */
const usuallyLookedAt = 100_000;

/** Events or attempts whose deliveries are read for a page. */
const mostReached = 10_000;

/**
 * Replaces a destination's name by its id. An unknown name finds nothing. Deliveries of deleted destinations have
 * only the id.
 */
export async function withDestinationId<Asked extends Pick<DeliveriesAsked, 'destinationId'>>(
  destinations: Pick<DestinationRepository, 'findIds'>,
  projectId: string,
  asked: Asked,
): Promise<Asked> {
  const { destinationId: idOrName } = asked;
  if (idOrName === undefined) return asked;
  const [destinationId = idOrName] = await destinations.findIds(projectId, [idOrName]);
  return { ...asked, destinationId };
}

/** Newest first. If few match, a page may be short although more follow. */
export async function listDeliveries(
  prisma: Prisma.TransactionClient,
  projectId: string,
  query: DeliveriesAsked,
  mostLookedAt = usuallyLookedAt,
): Promise<{ results: Delivery[]; next: string | undefined; lookedBackTo: Date | undefined }> {
  const { pageSize = usualPageSize } = query;
  const reach = await reachOf(prisma, projectId, query, Math.min(mostLookedAt, mostReached));
  const sql = boundedPage({
    source: Prisma.sql`FROM delivery AS d WHERE ${allOf(isLookedAt(projectId, query), reach?.within ?? false)}`,
    alias: Prisma.sql`d`,
    columns: Prisma.sql`${toldColumns}, e.event_id AS "eventId"`,
    join: Prisma.sql`JOIN event AS e ON e.project_id = d.project_id AND e.id = d.event_row_id`,
    matches: matches(query),
    limit: pageSize + 1,
    look: mostLookedAt,
  });
  const rows = await prisma.$queryRaw<BoundedRow<DeliveryRow>[]>(sql);
  const { rows: found, nextBelow = reach?.goOnBelow } = pageOfRows(rows, pageSize);
  return {
    results: await toDeliveries(prisma, projectId, found),
    next: nextBelow,
    lookedBackTo: lookedBackTo({ rows: found, nextBelow }, pageSize),
  };
}

/** SQL: indexed conditions; failed and held deliveries have their own index. */
export function isLookedAt(projectId: string, query: DeliveriesAsked): Prisma.Sql {
  const { status, taskId } = query;
  const row = { projectId: Prisma.sql`d.project_id`, id: Prisma.sql`d.id` };
  return allOf(
    Prisma.sql`d.project_id = ${projectId}::uuid`,
    idsWithin(Prisma.sql`d.id`, query),
    (status === 'failed' || status === 'held') && Prisma.sql`d.status IN ('failed', 'held')`,
    taskId !== undefined && cameOfTask(taskId, row),
  );
}

export const matches = ({
  destinationId,
  topicId,
  eventType,
  status,
  httpStatus,
  since,
  until,
}: DeliveriesAsked): Prisma.Sql =>
  allOf(
    destinationId !== undefined && ofId(Prisma.sql`d.destination_id`, destinationId),
    topicId !== undefined && isOfTopic(topicId),
    eventType !== undefined && Prisma.sql`d.event_type = ${eventType}`,
    status !== undefined && Prisma.sql`d.status = ${status}`,
    httpStatus !== undefined &&
      Prisma.sql`(d.http_status = ${httpStatus}::int OR EXISTS (SELECT FROM delivery_attempt AS a
        WHERE a.project_id = d.project_id AND a.delivery_id = d.id AND a.http_status = ${httpStatus}::int))`,
    since !== undefined && Prisma.sql`d.create_time >= ${since}::timestamptz`,
    until !== undefined && Prisma.sql`d.create_time < ${until}::timestamptz`,
  );

/** SQL: the topic leads the delivery `d` to its destination. */
const isOfTopic = (topicId: string): Prisma.Sql => Prisma.sql`(
  EXISTS (SELECT FROM notification_event_topic_route AS r
    WHERE r.project_id = d.project_id AND ${ofId(Prisma.sql`r.topic_id`, topicId)} AND r.event_type = d.event_type)
  AND EXISTS (SELECT FROM topic_destination_route AS r
    WHERE r.project_id = d.project_id AND ${ofId(Prisma.sql`r.topic_id`, topicId)} AND r.destination_id = d.destination_id))`;
