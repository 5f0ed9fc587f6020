import { destinationSchema, inputValidationProblemSchema, type JsonObject } from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import { destinationKinds, kindOf } from '../destination-kinds/destination-kinds.ts';
import {
  destinationRequest,
  destinationRules,
  type CheckMetadata,
} from '../destinations/check-destination.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { divideMetadata, newSigningKey } from '../destinations/secrets.ts';
import { nameTaken } from './not-found.ts';
import { takenName } from './taken-name.ts';

export const postDestination = (deps: {
  destinations: Pick<DestinationRepository, 'add' | 'find'>;
  checkMetadata: CheckMetadata;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations',
    summary: 'Create a destination',
    access: { scope: 'notifications:manage' },
    body: destinationRequest(destinationKinds),
    rules: ({ body }) => destinationRules(body),
    answers: {
      201: destinationSchema,
      400: inputValidationProblemSchema,
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    look: async ({ project, body: { name, type, metadata } }) => ({
      metadata: await deps.checkMetadata(type, metadata as JsonObject, '/metadata'),
      name: await takenName(deps.destinations, project.id, name, '/name'),
    }),
    act: async (_, { project, body: { name, type, metadata } }) => {
      const { hiddenMembers, signed } = kindOf(type);
      const { shown, hidden } = divideMetadata(metadata as JsonObject, hiddenMembers);
      const secrets = { signingKeys: signed ? [{ key: newSigningKey() }] : [], hidden };
      const destination = await deps.destinations.add(project.id, { name, type, metadata: shown, secrets });
      if (destination === 'name-taken') throw nameTaken('destination', name, '/name');
      return created(destination);
    },
  });
