import { destinationSchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { destinationNotFound } from './not-found.ts';

/** What was held meanwhile is not sent by itself: a replay does that. */
export const enableDestination = (deps: { destinations: Pick<DestinationRepository, 'enable'> }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:enable',
    summary: 'Enable a destination',
    access: { scope: 'notifications:manage' },
    answers: { 200: destinationSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { destinationIdOrName } }) => {
      const destination = await deps.destinations.enable(project.id, destinationIdOrName);
      if (!destination) throw destinationNotFound(destinationIdOrName);
      return ok(destination);
    },
  });
