import {
  deliveriesPreviewSchema,
  deliveryFilters,
  manyParameters,
  partialObject,
  taskStartedSchema,
  type Actor,
} from '@writ/contracts';
import { isId } from '@writ/db';
import { accepted, endpoint, notFound, ok, rulesOfMany } from '@writ/http-kit';
import { addTask, momentOf, moreOf, toLeftOut } from '@writ/task';
import type { EndpointDeps } from './endpoint-deps.ts';
import { withDestinationId } from '../deliveries/list-deliveries.ts';
import type { DeliveriesAsked } from '../deliveries/reach.ts';
import { countMeant, newestMeant, type MeantDeliveries } from '../deliveries/redeliver-task.ts';

const description = `Sends, as for a single one, all deliveries that match again; without a \`status\`, those that failed or are held. Each is sent once, and what fails later is not among them.
None is sent to a destination that is disabled. The answer tells how many there are, and the task that sends them step by step, oldest first; \`dryRun=true\` only tells what would be done.`;

/** Send many deliveries again (Contract §6). */
export const redeliverMany = (deps: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/deliveries\\:redeliver',
    summary: 'Send all deliveries that match again',
    access: { scope: 'notifications:manage' },
    query: partialObject({ properties: { ...deliveryFilters, ...manyParameters } }),
    rules: rulesOfMany(Object.keys(deliveryFilters)),
    answers: { 200: deliveriesPreviewSchema, 202: taskStartedSchema },
    docs: { description },
    handle: async ({ project: { id: projectId }, query, by }) => {
      const { database, destinations } = deps;
      const { dryRun = false, everything: _said, ...filters } = query;
      const filter = await withDestinationId(destinations, projectId, filters);
      const { destinationId } = filter;
      if (destinationId !== undefined && !isId(destinationId)) throw unknownName(destinationId);
      if (!dryRun) return accepted(await startRedelivery(deps, { projectId, filter, by }));
      const which = await meantNow(deps, projectId, filter);
      const extent = await countMeant(database.prisma, which);
      const examples = await newestMeant(database.prisma, which);
      return ok({ count: extent.count, examples, leftOut: toLeftOut(extent.leftOut), ...moreOf(extent) });
    },
  });

/** A list tells by being empty that it was asked for nothing; who sends again is told. */
const unknownName = (name: string) =>
  notFound('query', 'destinationId', name, 'The project has no destination with this name.');

const meantNow = async (
  { database: { prisma } }: EndpointDeps,
  projectId: string,
  filter: DeliveriesAsked,
): Promise<MeantDeliveries> => ({ projectId, filter, at: await momentOf(prisma) });

/**
 * Stores the task that sends all deliveries of a filter again, and has it begin; tells how many there are by now, as far as
 * a request counts them.
 */
export async function startRedelivery(
  deps: EndpointDeps,
  { projectId, filter, by }: { projectId: string; filter: DeliveriesAsked; by: Actor },
): Promise<{ taskId: string; count: number; more?: true }> {
  const { database, pokeTasks } = deps;
  const which = await meantNow(deps, projectId, filter);
  const extent = await countMeant(database.prisma, which);
  const given = {
    projectId,
    action: 'redeliver',
    filter,
    extent,
    passedOver: {},
    createTime: which.at,
  } as const;
  const taskId = await database.transaction((tx) => addTask(tx, given, by));
  pokeTasks();
  return { taskId, count: extent.count, ...moreOf(extent) };
}
