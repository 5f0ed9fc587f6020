import { destinationSchema, inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { Clock } from '@writ/service-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { rotate } from '../destinations/secrets.ts';
import { withSecrets } from '../destinations/with-secrets.ts';
import { destinationNotFound } from './not-found.ts';

/** How long the old key goes on signing beside the new one (Contract §6.2). */
const overlapMs = 24 * 3_600_000;

export const rotateSecret = (deps: { destinations: Pick<DestinationRepository, 'change'>; clock: Clock }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName\\:rotate-secret',
    summary: 'Give a destination a new signing key',
    access: { scope: 'notifications:manage' },
    answers: { 200: destinationSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params: { destinationIdOrName } }) => {
      const changed = await deps.destinations.change(
        project.id,
        destinationIdOrName,
        ({ view, unsealSecrets }) => {
          const secrets = unsealSecrets();
          const signingKeys = rotate(secrets.signingKeys, deps.clock.now(), overlapMs);
          return { name: view.name, metadata: view.metadata, secrets: { ...secrets, signingKeys } };
        },
      );
      // A rotation keeps the name, so it can't meet one that is taken.
      if (!changed || changed === 'name-taken') throw destinationNotFound(destinationIdOrName);
      return ok(withSecrets(changed));
    },
  });
