import {
  inputValidationProblemSchema,
  topicRequestSchema,
  topicSchema,
  type EventType,
} from '@writ/contracts';
import { newId, unlessTaken, type Prisma, type Transaction } from '@writ/db';
import { created, endpoint } from '@writ/http';
import { faultOf, together, withoutFaults, type Fault } from '@writ/problems';
import { told, type Taken } from '@writ/service-parts';
import { insertAuditEntries } from '@writ/tenancy';
import type { EndpointDeps } from './endpoint-deps.ts';
import { nameTaken, nameTakenDetail, noDestination } from './faults.ts';
import { topicResources } from '../topics/topic-rows.ts';

/** All or nothing. */
export const postTopic = ({ database, destinations }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/topics',
    summary: 'Create a topic',
    access: { scope: 'notifications:manage' },
    body: topicRequestSchema,
    answers: { 201: topicSchema, 409: inputValidationProblemSchema },
    docs: {
      description: 'If the body names event types and destinations, their routes are created, too.',
      refusals: ['name-taken'],
    },
    look: async ({ project: { id: projectId }, body: { name, destinationIds = [] } }) => {
      const [topic, ids] = await Promise.all([
        database.prisma.topic.findUnique({ where: { projectId_name: { projectId, name } } }),
        destinations.findIds(projectId, destinationIds),
      ]);
      return { ids: meantIds(destinationIds, ids), name: topic ? taken(name) : undefined };
    },
    act: async (_, { project: { id: projectId }, body, by }) => {
      const { name, eventTypes = [], destinationIds: idsOrNames = [] } = body;
      const make = async (tx: Transaction) => {
        // Destinations may have gone meanwhile.
        const ids = meantIds(idsOrNames, await destinations.holdIds(tx, projectId, idsOrNames));
        const { ids: destinationIds } = withoutFaults({ ids });
        const { topic, ...routes } = await insertTopic(tx, { projectId, name, eventTypes, destinationIds });
        const acts = [
          { resource: topicResources.topic, after: topic },
          ...routes.eventTopic.map((after) => ({ resource: topicResources.eventTopicRoute, after })),
          ...routes.topicDestination.map((after) => ({
            resource: topicResources.topicDestinationRoute,
            after,
          })),
        ];
        await insertAuditEntries(tx.prisma, by, ...acts);
        return topic;
      };
      const topic = await unlessTaken(() => database.transaction(make));
      if (topic === 'name-taken') throw taken(name);
      return created(told(topic));
    },
  });

export const topicNameTaken = {
  kind: 'name-taken',
  at: '/name',
  detail: nameTakenDetail('topic'),
} as const satisfies Taken;

const taken = (name: string): Fault => nameTaken('topic', name, '/name');

function meantIds(
  idsOrNames: readonly string[],
  found: readonly (string | undefined)[],
): readonly string[] | Fault {
  const faults = idsOrNames.map((idOrName, index) => destinationFault(idOrName, index, found));
  const [first, ...others] = faults.filter((fault) => fault !== undefined);
  return first ? together([first, ...others]) : found.filter((id) => id !== undefined);
}

function destinationFault(
  idOrName: string,
  index: number,
  ids: readonly (string | undefined)[],
): Fault | undefined {
  const pointer = `/destinationIds/${index}`;
  const id = ids[index];
  if (id === undefined) return noDestination(pointer, idOrName);
  const first = ids.indexOf(id);
  if (first === index) return undefined;
  const detail = `The entry at ${first} names the same destination.`;
  return faultOf([{ in: 'body', name: pointer, detail, value: idOrName }]);
}

async function insertTopic(
  { prisma }: Transaction,
  given: {
    projectId: string;
    name: string;
    eventTypes: readonly EventType[];
    destinationIds: readonly string[];
  },
) {
  const { projectId, name } = given;
  const topic: Prisma.TopicModel = await prisma.topic.create({ data: { id: newId(), projectId, name } });
  const place = () => ({ id: newId(), projectId, topicId: topic.id });
  return {
    topic,
    eventTopic: await prisma.notificationEventTopicRoute.createManyAndReturn({
      data: given.eventTypes.map((eventType) => ({ ...place(), eventType })),
    }),
    topicDestination: await prisma.topicDestinationRoute.createManyAndReturn({
      data: given.destinationIds.map((destinationId) => ({ ...place(), destinationId })),
    }),
  };
}
