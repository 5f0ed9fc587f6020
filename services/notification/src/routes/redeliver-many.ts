import {
  deliveriesPreviewSchema,
  deliveryFilters,
  manyParameters,
  partialObject,
  taskStartedSchema,
  type Actor,
} from '@writ/contracts';
import { isId } from '@writ/db';
import { accepted, endpoint, ok, rulesOfMany } from '@writ/http';
import { notFound } from '@writ/problems';
import { previewTask, startTask } from '@writ/task';
import type { EndpointDeps } from './endpoint-deps.ts';
import { withDestinationId } from '../deliveries/list-deliveries.ts';
import type { DeliveriesAsked } from '../deliveries/reach.ts';
import { redeliverWork } from '../deliveries/redeliver-task.ts';

const description = `Sends all matching deliveries again; without a \`status\`, those that have failed or are held. Deliveries that fail later are not included.
None is sent to a disabled destination. The answer has their number and the task that sends them step by step, oldest first; \`dryRun=true\` only shows what would be done.`;

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
      const { dryRun = false, everything: _said, ...filters } = query;
      const filter = await withDestinationId(deps.destinations, projectId, filters);
      const { destinationId } = filter;
      if (destinationId !== undefined && !isId(destinationId)) throw unknownName(destinationId);
      if (!dryRun) return accepted(await startRedelivery(deps, { projectId, filter, by }));
      const { database, waker } = deps;
      const work = redeliverWork({ ...database, waker });
      return ok(await previewTask(database, work, { projectId, filter }));
    },
  });

/** A list that finds nothing may name an unknown destination; sending again may not. */
const unknownName = (name: string) =>
  notFound('query', 'destinationId', name, 'The project has no destination with this name.');

export const startRedelivery = (
  { database, waker, pokeTasks }: EndpointDeps,
  asked: { projectId: string; filter: DeliveriesAsked; by: Actor },
) => startTask({ ...database, pokeTasks }, redeliverWork({ ...database, waker }), asked);
