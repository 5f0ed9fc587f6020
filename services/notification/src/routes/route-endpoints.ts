import {
  eventTopicRouteListSchema,
  eventTopicRouteQuerySchema,
  eventTopicRouteRequestSchema,
  eventTopicRouteSchema,
  problemSchema,
  topicDestinationRouteListSchema,
  topicDestinationRouteQuerySchema,
  topicDestinationRouteRequestSchema,
  topicDestinationRouteSchema,
} from '@writ/contracts';
import {
  holdRow,
  inOrderOfIds,
  isId,
  isUniqueViolation,
  newId,
  type Prisma,
  type Transaction,
} from '@writ/db';
import {
  created,
  endpoint,
  linkedPages,
  noContent,
  notFound,
  Refusal,
  together,
  withoutFaults,
  type Fault,
  type Reply,
} from '@writ/http-kit';
import { insertAuditEntries } from '@writ/tenancy';
import type { EndpointDeps } from './endpoint-deps.ts';
import { isEndMissing, noDestination, routeResources } from './faults.ts';
import { ofProject, toAnswer } from '../project-rows.ts';

const eventTopicPages = linkedPages('notification-event-topic-routes');
const topicDestinationPages = linkedPages('topic-destination-routes');

/** Which event types topics receive (Specification, Delivery rules, rule 1). */
export const getEventTopicRoutes = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/notification-event-topic-routes',
    summary: 'List which event types topics receive',
    access: { scope: 'notifications:read' },
    query: eventTopicRouteQuerySchema,
    rules: eventTopicPages.rule,
    answers: { 200: eventTopicRouteListSchema },
    docs: eventTopicPages.docs,
    handle: (asked) =>
      eventTopicPages.answer(
        asked,
        (span, { topicId, eventType }) => {
          const where = { projectId: asked.project.id, ...ofTopic(topicId), ...(eventType && { eventType }) };
          return prisma.notificationEventTopicRoute.findMany(inOrderOfIds(where, span));
        },
        (routes) => routes.map(toAnswer),
      ),
  });

export const postEventTopicRoute = ({ database }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/notification-event-topic-routes',
    summary: 'Let a topic receive an event type',
    access: { scope: 'notifications:manage' },
    body: eventTopicRouteRequestSchema,
    answers: routeAnswers(eventTopicRouteSchema),
    docs: { refusals: ['route-exists'] },
    handle: async ({ project: { id: projectId }, body: { topicId, eventType }, by }) => {
      if (!(await topicExists(database.prisma, projectId, topicId))) throw noTopic(topicId);
      const data = { id: newId(), projectId, topicId, eventType };
      const create = async ({ prisma }: Transaction): Promise<Route> => {
        const after = await prisma.notificationEventTopicRoute.create({ data });
        await insertAuditEntries(prisma, by, { resource: eventTopicRoute, after });
        return after;
      };
      return routeCreated(() => database.transaction(create), {
        noEnd: [noTopic(topicId)],
        whatExists: `The topic receives \`${eventType}\` already.`,
      });
    },
  });

export const deleteEventTopicRoute = ({ database: { transaction } }: EndpointDeps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/notification-event-topic-routes/:routeId',
    summary: 'Stop a topic from receiving an event type',
    access: { scope: 'notifications:manage' },
    answers: { 204: null },
    handle: ({ project, params: { routeId }, by }) =>
      transaction(async (tx) => {
        const { notificationEventTopicRoute: routes } = tx.prisma;
        const where = ofProject(project.id, routeId);
        const find = async () => (await routes.findFirst({ where })) ?? undefined;
        const before = await holdRow(
          tx.sql,
          { table: 'notification_event_topic_route', lock: 'UPDATE' },
          find,
        );
        if (before === undefined) throw routeNotFound(routeId);
        await routes.delete({ where: { id: before.id } });
        await insertAuditEntries(tx.prisma, by, { resource: eventTopicRoute, before });
        return noContent();
      }),
  });

/** Which destinations topics deliver to (Specification, Delivery rules, rule 2). */
export const getTopicDestinationRoutes = ({ database: { prisma }, destinations }: EndpointDeps) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/topic-destination-routes',
    summary: 'List which destinations topics deliver to',
    access: { scope: 'notifications:read' },
    query: topicDestinationRouteQuerySchema,
    rules: topicDestinationPages.rule,
    answers: { 200: topicDestinationRouteListSchema },
    docs: topicDestinationPages.docs,
    handle: (asked) =>
      topicDestinationPages.answer(
        asked,
        async (span, { topicId, destinationId: idOrName }) => {
          const { id: projectId } = asked.project;
          const destination = idOrName !== undefined && (await destinations.find(projectId, idOrName));
          if (destination === undefined) return [];
          const ofDestination = destination && { destinationId: destination.view.id };
          const where = { projectId, ...ofTopic(topicId), ...ofDestination };
          return prisma.topicDestinationRoute.findMany(inOrderOfIds(where, span));
        },
        (routes) => routes.map(toAnswer),
      ),
  });

export const postTopicDestinationRoute = ({ database, destinations }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/topic-destination-routes',
    summary: 'Let a topic deliver to a destination',
    access: { scope: 'notifications:manage' },
    body: topicDestinationRouteRequestSchema,
    answers: routeAnswers(topicDestinationRouteSchema),
    docs: { refusals: ['route-exists'] },
    handle: async ({ project: { id: projectId }, body: { topicId, destinationId }, by }) => {
      const [isTopic, destination] = await Promise.all([
        topicExists(database.prisma, projectId, topicId),
        destinations.find(projectId, destinationId),
      ]);
      const found = withoutFaults({
        isTopic: isTopic || noTopic(topicId),
        destination: destination ?? noDestination('/destinationId', destinationId),
      });
      const data = { id: newId(), projectId, topicId, destinationId: found.destination.view.id };
      const create = async ({ prisma }: Transaction): Promise<Route> => {
        const after = await prisma.topicDestinationRoute.create({ data });
        await insertAuditEntries(prisma, by, { resource: topicDestinationRoute, after });
        return after;
      };
      return routeCreated(() => database.transaction(create), {
        noEnd: [noTopic(topicId), noDestination('/destinationId', destinationId)],
        whatExists: 'The topic delivers to this destination already.',
      });
    },
  });

export const deleteTopicDestinationRoute = ({ database: { transaction } }: EndpointDeps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/topic-destination-routes/:routeId',
    summary: 'Stop a topic from delivering to a destination',
    access: { scope: 'notifications:manage' },
    answers: { 204: null },
    handle: ({ project, params: { routeId }, by }) =>
      transaction(async (tx) => {
        const { topicDestinationRoute: routes } = tx.prisma;
        const where = ofProject(project.id, routeId);
        const find = async () => (await routes.findFirst({ where })) ?? undefined;
        const before = await holdRow(tx.sql, { table: 'topic_destination_route', lock: 'UPDATE' }, find);
        if (before === undefined) throw routeNotFound(routeId);
        await routes.delete({ where: { id: before.id } });
        await insertAuditEntries(tx.prisma, by, { resource: topicDestinationRoute, before });
        return noContent();
      }),
  });

type Route = Prisma.NotificationEventTopicRouteModel | Prisma.TopicDestinationRouteModel;

const { eventTopic: eventTopicRoute, topicDestination: topicDestinationRoute } = routeResources;

/** Condition: of this topic, where one is asked for; a text that is no id names none. */
const ofTopic = (id: string | undefined) => id !== undefined && { topicId: { in: [id].filter(isId) } };

const routeAnswers = (route: object) => ({
  201: route,
  409: problemSchema,
});

/** Answers a new route, unless there is one already, or one of its ends has been removed meanwhile. */
async function routeCreated(
  create: () => Promise<Route>,
  { noEnd, whatExists }: { noEnd: readonly [Fault, ...Fault[]]; whatExists: string },
): Promise<Reply> {
  try {
    return created(toAnswer(await create()));
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('route-exists', { detail: whatExists });
    throw isEndMissing(error) ? together(noEnd) : error;
  }
}

const topicExists = async (prisma: Prisma.TransactionClient, projectId: string, topicId: string) =>
  (await prisma.topic.count({ where: ofProject(projectId, topicId) })) === 1;

const routeNotFound = (routeId: string): Fault =>
  notFound('path', 'routeId', routeId, 'No route has this id in the project.');

const noTopic = (id: string): Fault =>
  notFound('body', '/topicId', id, 'No topic has this id in the project.');
