import { isId } from '@writ/db';
import { hitsOf, type Hit, type Search } from './hit.ts';

/** By their keys. The notification service owns these tables; reading them here saves a call between services. */
export async function findNotified(search: Search): Promise<Hit[]> {
  const { prisma, projectId, text, limit } = search;
  const published = await prisma.event.findMany({
    where: { projectId, eventId: text },
    orderBy: { id: 'desc' },
    take: limit,
  });
  const id = search.id ?? idOfMessage(text);
  return [...(id === undefined ? [] : await findById(search, id)), ...events('eventId', published)];
}

/** Receivers know a delivery by its message's id. */
function idOfMessage(text: string): string | undefined {
  const id = /^msg_(.+)$/.exec(text)?.[1];
  return id !== undefined && isId(id) ? id : undefined;
}

async function findById({ prisma, projectId }: Search, id: string): Promise<Hit[]> {
  const event = await prisma.event.findUnique({ where: { projectId_id: { projectId, id } } });
  const delivery = await prisma.delivery.findUnique({ where: { projectId_id: { projectId, id } } });
  const destination = await prisma.destination.findFirst({ where: { projectId, id } });
  const topic = await prisma.topic.findFirst({ where: { projectId, id } });
  return [
    ...events('id', [event]),
    ...hitsOf('delivery', 'id', [delivery], ({ eventType, status }) => ({
      below: `/deliveries/${id}`,
      text: `${eventType}: ${status}`,
    })),
    ...hitsOf('destination', 'id', [destination], ({ type, name, status }) => ({
      below: `/destinations/${id}`,
      text: `${type} destination ${name}: ${status}`,
    })),
    ...hitsOf('topic', 'id', [topic], ({ name }) => ({ below: '/topics', text: `topic ${name}` })),
  ];
}

type EventRow = { id: string; type: string; createTime: Date };

const events = (by: Hit['by'], found: readonly (EventRow | null)[]): Hit[] =>
  hitsOf('event', by, found, ({ id, type }) => ({ below: `/events/${id}`, text: type }));
