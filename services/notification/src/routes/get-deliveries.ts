import { deliveryPageSchema, deliveryQuerySchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok, pageTokens } from '@writ/http-kit';
import type { Database } from '@writ/db';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';

const tokens = pageTokens('deliveries');

export const getDeliveries = (
  deps: Pick<Database, 'prisma'> & { destinations: Pick<DestinationRepository, 'find'> },
) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/deliveries',
    summary: 'List deliveries, newest first',
    access: { scope: 'notifications:read' },
    query: deliveryQuerySchema,
    rules: tokens.rule,
    answers: { 200: deliveryPageSchema, 400: inputValidationProblemSchema },
    handle: async (asked) => {
      const { project, query } = asked;
      const { destinationId: idOrName, pageToken: _token, ...others } = query;
      const destination =
        idOrName === undefined ? undefined : await deps.destinations.find(project.id, idOrName);
      if (idOrName !== undefined && !destination) return ok({ results: [], pagination: { done: true } });
      const { deliveries, nextBelow } = await listDeliveries(deps.prisma, project.id, {
        ...others,
        ...(destination && { destinationId: destination.view.id }),
        beforeId: tokens.placeOf(asked),
      });
      return ok({ results: deliveries, pagination: tokens.paginationOf(asked, nextBelow) });
    },
  });
