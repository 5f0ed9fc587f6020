import {
  deliveriesPreviewSchema,
  deliveryFilters,
  manyParameters,
  partialObject,
  taskStartedSchema,
} from '@writ/contracts';
import { accepted, endpoint, notFound, ok, rulesOfMany } from '@writ/http-kit';
import { addTask, momentOf, toLeftOut } from '@writ/task';
import type { EndpointDeps } from '../routes/endpoint-deps.ts';
import { countMeant, newestMeant } from './redeliver-task.ts';

const description = `Sends, as for a single one, all deliveries that match again; without a \`status\`, those that failed or are held. Each is sent once, and what fails later is not among them.
None is sent to a destination that is disabled. The answer tells how many there are, and the task that sends them step by step, oldest first; \`dryRun=true\` only tells what would be done.`;

/** Send many deliveries again (Contract §6). */
export const redeliverMany = ({ database, destinations, pokeTasks }: EndpointDeps) =>
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
      const { dryRun = false, everything: _said, destinationId: idOrName, ...others } = query;
      const to = idOrName === undefined ? undefined : await destinations.find(projectId, idOrName);
      if (idOrName !== undefined && !to) throw unknownDestination(idOrName);
      const filter = { ...others, ...(to && { destinationId: to.view.id }) };
      const at = await momentOf(database.prisma);
      const which = { projectId, filter, at };
      const extent = await countMeant(database.prisma, which);
      const { count } = extent;
      if (dryRun) {
        const examples = await newestMeant(database.prisma, which);
        return ok({ count, examples, leftOut: toLeftOut(extent.leftOut) });
      }
      const task = {
        projectId,
        action: 'redeliver',
        filter,
        extent,
        passedOver: {},
        createTime: at,
      } as const;
      const taskId = await database.transaction((tx) => addTask(tx, task, by));
      pokeTasks();
      return accepted({ taskId, count });
    },
  });

const unknownDestination = (idOrName: string) =>
  notFound('query', 'destinationId', idOrName, 'The project has no destination with this id or name.');
