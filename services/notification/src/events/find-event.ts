import type { EventDetail, JsonObject } from '@writ/contracts';
import { isId, type Prisma } from '@writ/db';
import { toDeliveries } from '../deliveries/find-delivery.ts';
import { hasReached } from './has-reached.ts';
import { toldColumns, toStoredEvent, type ToldEvent } from './list-events.ts';

const mostDeliveries = 1_000;

export async function findEvent(
  prisma: Prisma.TransactionClient,
  projectId: string,
  id: string,
): Promise<EventDetail | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await prisma.$queryRaw<(ToldEvent & Pick<Prisma.EventModel, 'body'>)[]>`
    SELECT ${toldColumns}, e.body FROM event AS e WHERE e.project_id = ${projectId}::uuid AND e.id = ${id}::uuid`;
  if (!row) return undefined;
  const [topics, deliveries] = await Promise.all([
    prisma.topic.findMany({
      where: { projectId, notificationEventTopicRoutes: { some: { projectId, eventType: row.type } } },
      select: { id: true, name: true },
      orderBy: { id: 'asc' },
    }),
    prisma.delivery.findMany({
      where: { projectId, eventRowId: row.id },
      orderBy: { id: 'desc' },
      take: mostDeliveries,
      omit: { responseExcerpt: true },
    }),
  ]);
  const reached = deliveries.length > 0 || (await hasReached(prisma, projectId, row.id));
  return {
    ...toStoredEvent(row),
    reached,
    payload: JSON.parse(row.body) as JsonObject,
    topics,
    deliveries: await toDeliveries(
      prisma,
      projectId,
      deliveries.map((delivery) => ({ ...delivery, eventId: row.eventId })),
    ),
    ...(deliveries.length === 0 && { reason: reasonFor(reached, topics.length > 0) }),
  };
}

function reasonFor(reached: boolean, hasTopic: boolean): string {
  if (reached) return removed;
  return hasTopic ? noDestination : noTopic;
}

const removed = 'It reached a destination; its deliveries have been removed after their retention time.';
const noTopic = 'No topic routes this type.';
const noDestination =
  'When it arrived, no topic routed its type to a destination; a replay uses the routes of today.';
