import { destinationListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';

export const getDestinations = (deps: { destinations: Pick<DestinationRepository, 'list'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/destinations',
    summary: 'List destinations',
    access: { scope: 'notifications:read' },
    answers: { 200: destinationListSchema },
    handle: async ({ project }) => ok(await deps.destinations.list(project.id)),
  });
