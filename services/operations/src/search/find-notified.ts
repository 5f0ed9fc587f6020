import { isId } from '@writ/db';
import type { Hit, Search } from './hit.ts';

/**
 * Events, deliveries, destinations and topics, by their keys. The notification service owns them and alone changes them; they
 * are read here so that one search finds everything without a call from service to service.
 */
export async function findNotified(search: Search): Promise<Hit[]> {
  const { prisma, projectId, text, limit } = search;
  const published = await prisma.event.findMany({
    where: { projectId, eventId: text },
    orderBy: { id: 'desc' },
    take: limit,
  });
  const id = search.id ?? idOfMessage(text);
  const byId = id === undefined ? [] : await findById(search, id);
  return [...byId, ...published.map((event) => toEvent(event, 'eventId'))];
}

/** Receivers know a delivery by the id of its message. */
function idOfMessage(text: string): string | undefined {
  const id = /^msg_(.+)$/.exec(text)?.[1];
  return id !== undefined && isId(id) ? id : undefined;
}

async function findById({ prisma, projectId }: Search, id: string): Promise<Hit[]> {
  const event = await prisma.event.findUnique({ where: { projectId_id: { projectId, id } } });
  const delivery = await prisma.delivery.findUnique({ where: { projectId_id: { projectId, id } } });
  const destination = await prisma.destination.findFirst({ where: { projectId, id } });
  const topic = await prisma.topic.findFirst({ where: { projectId, id } });
  const hits: Hit[] = [];
  if (event) hits.push(toEvent(event, 'id'));
  if (delivery)
    hits.push({
      ...named('delivery', delivery),
      below: `/deliveries/${id}`,
      text: `${delivery.eventType}: ${delivery.status}`,
    });
  if (destination)
    hits.push({
      ...named('destination', destination),
      below: `/destinations/${id}`,
      text: `${destination.type} destination ${destination.name}: ${destination.status}`,
    });
  if (topic) hits.push({ ...named('topic', topic), below: '/topics', text: `topic ${topic.name}` });
  return hits;
}

const named = <Type extends Hit['type']>(
  type: Type,
  { id, createTime }: { id: string; createTime: Date },
) => ({ type, id, by: 'id' as const, time: createTime });

const toEvent = (
  { id, type, createTime }: { id: string; type: string; createTime: Date },
  by: 'id' | 'eventId',
): Hit => ({ type: 'event', id, by, below: `/events/${id}`, text: type, time: createTime });
