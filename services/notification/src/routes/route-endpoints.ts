import {
  eventTopicRouteListSchema,
  eventTopicRouteQuerySchema,
  eventTopicRouteRequestSchema,
  eventTopicRouteSchema,
  topicDestinationRouteListSchema,
  topicDestinationRouteQuerySchema,
  topicDestinationRouteRequestSchema,
  topicDestinationRouteSchema,
} from '@writ/contracts';
import { isId, isUniqueViolation } from '@writ/db';
import type { Endpoint } from '@writ/http';
import { Refusal, notFound, together, withoutFaults, type Fault } from '@writ/problems';
import { resource, told } from '@writ/service-parts';
import {
  eventTopicRouteRows,
  topicDestinationRouteRows,
  topicRows,
  type EventTopicRoute,
  type TopicDestinationRoute,
} from '../topics/topic-rows.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { isEndMissing, noDestination } from './faults.ts';

const facts = {
  id: 'routeId',
  missing: 'No route has this id in the project.',
  scopes: { read: 'notifications:read', manage: 'notifications:manage' },
} as const;
const create = { docs: { refusals: ['route-exists'] } } as const;

export function eventTopicRouteEndpoints({ database }: EndpointDeps): readonly Endpoint[] {
  const rows = eventTopicRouteRows(database);
  const topics = topicRows(database);
  const routes = resource({
    ...facts,
    path: '/projects/:projectIdOrName/notification-event-topic-routes',
    schema: eventTopicRouteSchema,
    answer: (route: EventTopicRoute) => told(route),
  });
  return [
    routes.list({
      summary: 'List which event types topics receive',
      schema: eventTopicRouteListSchema,
      query: eventTopicRouteQuerySchema,
      read: ({ project }, span, { topicId, eventType }) =>
        rows.list({ projectId: project.id, ...ofTopic(topicId), ...(eventType && { eventType }) }, span),
    }),
    routes.create({
      ...create,
      summary: 'Let a topic receive an event type',
      body: eventTopicRouteRequestSchema,
      insert: async ({ project: { id: projectId }, body: { topicId, eventType }, by }) => {
        if (!(await topics.find(projectId, topicId))) throw noTopic(topicId);
        return newRoute(rows.insert({ projectId, topicId, eventType }, by), {
          noEnd: [noTopic(topicId)],
          whatExists: `The topic receives \`${eventType}\` already.`,
        });
      },
    }),
    routes.remove({
      summary: 'Stop a topic from receiving an event type',
      remove: ({ project, params, by }) => rows.remove(project.id, params.routeId, by),
    }),
  ];
}

export function topicDestinationRouteEndpoints({
  database,
  destinations,
}: EndpointDeps): readonly Endpoint[] {
  const rows = topicDestinationRouteRows(database);
  const topics = topicRows(database);
  const routes = resource({
    ...facts,
    path: '/projects/:projectIdOrName/topic-destination-routes',
    schema: topicDestinationRouteSchema,
    answer: (route: TopicDestinationRoute) => told(route),
  });
  return [
    routes.list({
      summary: 'List which destinations topics deliver to',
      schema: topicDestinationRouteListSchema,
      query: topicDestinationRouteQuerySchema,
      read: async ({ project: { id: projectId } }, span, { topicId, destinationId: idOrName }) => {
        const destination = idOrName !== undefined && (await destinations.find(projectId, idOrName));
        if (destination === undefined) return [];
        const ofDestination = destination && { destinationId: destination.view.id };
        return rows.list({ projectId, ...ofTopic(topicId), ...ofDestination }, span);
      },
    }),
    routes.create({
      ...create,
      summary: 'Let a topic deliver to a destination',
      body: topicDestinationRouteRequestSchema,
      insert: async ({ project: { id: projectId }, body: { topicId, destinationId }, by }) => {
        const [topic, destination] = await Promise.all([
          topics.find(projectId, topicId),
          destinations.find(projectId, destinationId),
        ]);
        const found = withoutFaults({
          topic: topic ?? noTopic(topicId),
          destination: destination ?? noDestination('/destinationId', destinationId),
        });
        const route = { projectId, topicId, destinationId: found.destination.view.id };
        return newRoute(rows.insert(route, by), {
          noEnd: [noTopic(topicId), noDestination('/destinationId', destinationId)],
          whatExists: 'The topic delivers to this destination already.',
        });
      },
    }),
    routes.remove({
      summary: 'Stop a topic from delivering to a destination',
      remove: ({ project, params, by }) => rows.remove(project.id, params.routeId, by),
    }),
  ];
}

/** If the query names one. A text that is no id matches nothing. */
const ofTopic = (id: string | undefined) => id !== undefined && { topicId: { in: [id].filter(isId) } };

/** @throws Refusal if the route exists already, Fault if one of its ends has been removed meanwhile */
const newRoute = <Route>(
  inserting: Promise<Route>,
  { noEnd, whatExists }: { noEnd: readonly [Fault, ...Fault[]]; whatExists: string },
): Promise<Route> =>
  inserting.catch((error: unknown) => {
    if (isUniqueViolation(error)) throw new Refusal('route-exists', { detail: whatExists });
    throw isEndMissing(error) ? together(noEnd) : error;
  });

const noTopic = (id: string): Fault =>
  notFound('body', '/topicId', id, 'No topic has this id in the project.');
