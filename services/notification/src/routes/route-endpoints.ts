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
import { inOrderOfIds, isId, isUniqueViolation, newId, Prisma } from '@writ/db';
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
import type { EndpointDeps } from './endpoint-deps.ts';
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

export const postEventTopicRoute = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/notification-event-topic-routes',
    summary: 'Let a topic receive an event type',
    access: { scope: 'notifications:manage' },
    body: eventTopicRouteRequestSchema,
    answers: routeAnswers(eventTopicRouteSchema),
    docs: { refusals: ['route-exists'] },
    handle: async ({ project: { id: projectId }, body: { topicId, eventType } }) => {
      if (!(await topicExists(prisma, projectId, topicId))) throw noTopic(topicId);
      const data = { id: newId(), projectId, topicId, eventType };
      return routeCreated(() => prisma.notificationEventTopicRoute.create({ data }), {
        noEnd: [noTopic(topicId)],
        whatExists: `The topic receives \`${eventType}\` already.`,
      });
    },
  });

export const deleteEventTopicRoute = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/notification-event-topic-routes/:routeId',
    summary: 'Stop a topic from receiving an event type',
    access: { scope: 'notifications:manage' },
    answers: { 204: null },
    handle: async ({ project, params: { routeId } }) => {
      const where = ofProject(project.id, routeId);
      const { count } = await prisma.notificationEventTopicRoute.deleteMany({ where });
      if (count === 0) throw routeNotFound(routeId);
      return noContent();
    },
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

export const postTopicDestinationRoute = ({ database: { prisma }, destinations }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/topic-destination-routes',
    summary: 'Let a topic deliver to a destination',
    access: { scope: 'notifications:manage' },
    body: topicDestinationRouteRequestSchema,
    answers: routeAnswers(topicDestinationRouteSchema),
    docs: { refusals: ['route-exists'] },
    handle: async ({ project: { id: projectId }, body: { topicId, destinationId } }) => {
      const [isTopic, destination] = await Promise.all([
        topicExists(prisma, projectId, topicId),
        destinations.find(projectId, destinationId),
      ]);
      const found = withoutFaults({
        isTopic: isTopic || noTopic(topicId),
        destination: destination ?? noDestination(destinationId),
      });
      const data = { id: newId(), projectId, topicId, destinationId: found.destination.view.id };
      return routeCreated(() => prisma.topicDestinationRoute.create({ data }), {
        noEnd: [noTopic(topicId), noDestination(destinationId)],
        whatExists: 'The topic delivers to this destination already.',
      });
    },
  });

export const deleteTopicDestinationRoute = ({ database: { prisma } }: EndpointDeps) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/topic-destination-routes/:routeId',
    summary: 'Stop a topic from delivering to a destination',
    access: { scope: 'notifications:manage' },
    answers: { 204: null },
    handle: async ({ project, params: { routeId } }) => {
      const where = ofProject(project.id, routeId);
      const { count } = await prisma.topicDestinationRoute.deleteMany({ where });
      if (count === 0) throw routeNotFound(routeId);
      return noContent();
    },
  });

/** Condition: of this topic, where one is asked for; a text that is no id names none. */
const ofTopic = (id: string | undefined) => id !== undefined && { topicId: { in: [id].filter(isId) } };

const routeAnswers = (route: object) => ({
  201: route,
  409: problemSchema,
});

/** Answers a new route, unless there is one already, or one of its ends has been removed meanwhile. */
async function routeCreated(
  create: () => Promise<Prisma.NotificationEventTopicRouteModel | Prisma.TopicDestinationRouteModel>,
  { noEnd, whatExists }: { noEnd: readonly [Fault, ...Fault[]]; whatExists: string },
): Promise<Reply> {
  try {
    return created(toAnswer(await create()));
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal('route-exists', { detail: whatExists });
    const isEndMissing = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003';
    throw isEndMissing ? together(noEnd) : error;
  }
}

const topicExists = async (prisma: Prisma.TransactionClient, projectId: string, topicId: string) =>
  (await prisma.topic.count({ where: ofProject(projectId, topicId) })) === 1;

const routeNotFound = (routeId: string): Fault =>
  notFound('path', 'routeId', routeId, 'No route has this id in the project.');

const noTopic = (id: string): Fault =>
  notFound('body', '/topicId', id, 'No topic has this id in the project.');

const noDestination = (id: string): Fault =>
  notFound('body', '/destinationId', id, 'No destination has this id or name in the project.');
