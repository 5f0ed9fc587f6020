import { deliveryPageSchema, deliveryQuerySchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok, pageTokenRule } from '@writ/http-kit';
import type { Pool } from 'pg';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';

export const getDeliveries = (deps: { pool: Pool; destinations: Pick<DestinationRepository, 'find'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/deliveries',
    summary: 'List deliveries, newest first',
    access: { scope: 'notifications:read' },
    query: deliveryQuerySchema,
    rules: pageTokenRule,
    answers: { 200: deliveryPageSchema, 400: inputValidationProblemSchema },
    handle: async ({ project, query }) => {
      if (query.destinationId === undefined) return ok(await listDeliveries(deps.pool, project.id, query));
      const destination = await deps.destinations.find(project.id, query.destinationId);
      if (!destination) return ok({ results: [], pagination: { done: true } });
      return ok(
        await listDeliveries(deps.pool, project.id, { ...query, destinationId: destination.view.id }),
      );
    },
  });
