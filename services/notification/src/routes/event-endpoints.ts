import {
  countSchema,
  eventDetailSchema,
  eventPageSchema,
  eventQuerySchema,
  type EventDetail,
} from '@writ/contracts';
import { accepted, endpoint, ok, pageTokens, type Endpoint } from '@writ/http';
import { notFound } from '@writ/problems';
import { insertAuditEntries } from '@writ/tenancy';
import { findEvent } from '../events/find-event.ts';
import { listEvents } from '../events/list-events.ts';
import { replayEvent } from '../events/replay-event.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { postEvents } from './post-events.ts';

export const eventEndpoints = (deps: EndpointDeps): readonly Endpoint[] => [
  postEvents(deps),
  getEvents(deps),
  getEvent(deps),
  replayEventEndpoint(deps),
];

const tokens = pageTokens('events');

const getEvents = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/events',
    summary: 'List events, newest first',
    access: { scope: 'notifications:read' },
    query: eventQuerySchema,
    rules: tokens.rule,
    answers: { 200: eventPageSchema },
    handle: async (asked) => {
      const { pageToken: _token, ...filters } = asked.query;
      const page = { ...filters, beforeId: tokens.placeOf(asked) };
      const { events, nextBelow, lookedBackTo } = await listEvents(prisma, asked.project.id, page);
      return ok({ results: events, pagination: tokens.paginationOf(asked, nextBelow, lookedBackTo) });
    },
  });

const getEvent = (deps: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/events/:storedEventId',
    summary: 'Get an event with its deliveries',
    access: { scope: 'notifications:read' },
    answers: { 200: eventDetailSchema },
    handle: async ({ project, params: { storedEventId } }) =>
      ok(await existing(deps, project.id, storedEventId)),
  });

/** An event gets its deliveries once, however often this is called; `:redeliver` sends them again. */
const replayEventEndpoint = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/events/:storedEventId\\:replay',
    summary: 'Send an event that reached no destination',
    access: { scope: 'notifications:manage' },
    answers: { 202: countSchema },
    docs: {
      description:
        'The answer counts the new deliveries: none if no topic routes its type to a destination yet, or if it reached one before; use `:redeliver` then.',
    },
    handle: async ({ project: { id: projectId }, params: { storedEventId }, by }) => {
      const { id } = await existing(deps, projectId, storedEventId);
      const laneIds = await deps.database.transaction(async (tx) => {
        const sent = await replayEvent(tx, projectId, id);
        const after = { id, projectId, replayed: { count: sent.length } };
        await insertAuditEntries(tx.prisma, by, { resource: 'event', after });
        return sent;
      });
      deps.waker.wake(laneIds);
      return accepted({ count: laneIds.length });
    },
  });

async function existing({ database }: EndpointDeps, projectId: string, id: string): Promise<EventDetail> {
  const event = await findEvent(database.prisma, projectId, id);
  if (!event) throw notFound('path', 'storedEventId', id, 'No event has this id in the project.');
  return event;
}
