import { inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, noContent } from '@writ/http-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { destinationNotFound } from './not-found.ts';

export const deleteDestination = (deps: { destinations: Pick<DestinationRepository, 'remove'> }) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName',
    summary: 'Delete a destination',
    access: { scope: 'notifications:manage' },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { destinationIdOrName } }) => {
      const removed = await deps.destinations.remove(project.id, destinationIdOrName);
      if (!removed) throw destinationNotFound(destinationIdOrName);
      return noContent();
    },
  });
