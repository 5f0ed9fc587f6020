import { destinationSchema, inputValidationProblemSchema, problemSchema } from '@writ/contracts';
import { endpoint, holds, ok, Refusal } from '@writ/http-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { withSecrets } from '../destinations/with-secrets.ts';
import { destinationNotFound } from './not-found.ts';

const query = {
  type: 'object',
  additionalProperties: false,
  properties: {
    includeSecrets: { type: 'boolean', description: 'Answer the signing key too.' },
  },
} as const;

export const getDestination = (deps: { destinations: Pick<DestinationRepository, 'find'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName',
    summary: 'Get a destination',
    access: { scope: 'notifications:read' },
    query,
    answers: { 200: destinationSchema, 403: problemSchema, 404: inputValidationProblemSchema },
    handle: async ({ project, params, query: { includeSecrets = false }, caller }) => {
      if (includeSecrets && !holds(caller, 'notifications:manage')) {
        throw new Refusal('scope-missing', { detail: 'Secrets need the scope `notifications:manage`.' });
      }
      const stored = await deps.destinations.find(project.id, params.destinationIdOrName);
      if (!stored) throw destinationNotFound(params.destinationIdOrName);
      return ok(includeSecrets ? withSecrets(stored) : stored.view);
    },
  });
