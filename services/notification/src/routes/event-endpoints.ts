import {
  countSchema,
  eventDetailSchema,
  eventPageSchema,
  eventQuerySchema,
  type EventDetail,
} from '@writ/contracts';
import { accepted, endpoint, ok, type Endpoint } from '@writ/http';
import { existing } from '@writ/problems';
import { paged } from '@writ/service-parts';
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

const getEvents = ({ database: { prisma } }: EndpointDeps) =>
  paged({
    list: 'events',
    path: '/projects/:projectIdOrName/events',
    summary: 'List events, newest first',
    access: { scope: 'notifications:read' },
    query: eventQuerySchema,
    page: eventPageSchema,
    read: ({ project }, { limit: pageSize, place: beforeId }, filter) =>
      listEvents(prisma, project.id, { ...filter, pageSize, beforeId }),
  });

const getEvent = (deps: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/events/:storedEventId',
    summary: 'Get an event with its deliveries',
    access: { scope: 'notifications:read' },
    answers: { 200: eventDetailSchema },
    handle: async ({ project, params: { storedEventId } }) =>
      ok(await found(deps, project.id, storedEventId)),
  });

/** Deliveries are made once, however often this is called; `:redeliver` sends them again. */
const replayEventEndpoint = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/events/:storedEventId\\:replay',
    summary: 'Send an event that reached no destination',
    access: { scope: 'notifications:manage' },
    answers: { 202: countSchema },
    docs: {
      description:
        'The answer counts the new deliveries. There are none if no topic routes its type to a destination yet, or if the event reached one before; then use `:redeliver`.',
    },
    handle: async ({ project: { id: projectId }, params: { storedEventId }, by }) => {
      const { id } = await found(deps, projectId, storedEventId);
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

const found = async ({ database }: EndpointDeps, projectId: string, id: string): Promise<EventDetail> =>
  existing(
    await findEvent(database.prisma, projectId, id),
    'storedEventId',
    id,
    'No event has this id in the project.',
  );
