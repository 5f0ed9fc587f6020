import { destinationSchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { destinationNotFound } from './not-found.ts';

export const disableDestinationByHand = (deps: {
  destinations: Pick<DestinationRepository, 'disable'>;
  pokeRelay: () => void;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:disable',
    summary: 'Disable a destination',
    access: { scope: 'notifications:manage' },
    answers: { 200: destinationSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { destinationIdOrName } }) => {
      const destination = await deps.destinations.disable(
        project.id,
        destinationIdOrName,
        'Disabled by hand.',
      );
      if (!destination) throw destinationNotFound(destinationIdOrName);
      deps.pokeRelay();
      return ok(destination);
    },
  });
