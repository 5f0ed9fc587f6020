import {
  destinationSchema,
  inputValidationProblemSchema,
  problemSchema,
  type JsonObject,
} from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import { destinationKinds, kindOf } from '../destination-kinds/destination-kinds.ts';
import {
  destinationRequest,
  destinationRules,
  metadataFaults,
  type CheckMetadata,
} from '../destinations/check-destination.ts';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import { divideMetadata, newSigningKey } from '../destinations/secrets.ts';
import { nameTaken } from './not-found.ts';

export const postDestination = (deps: {
  destinations: Pick<DestinationRepository, 'add'>;
  checkMetadata: CheckMetadata;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations',
    summary: 'Create a destination',
    access: { scope: 'notifications:manage' },
    body: destinationRequest(destinationKinds),
    rules: ({ body }) => destinationRules(body),
    lookUpFaults: ({ body }) => metadataFaults(deps.checkMetadata, body),
    answers: { 201: destinationSchema, 400: inputValidationProblemSchema, 409: problemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, body }) => {
      const { name, type } = body;
      const metadata = body.metadata as JsonObject;
      await deps.checkMetadata(type, metadata, '/metadata');
      const { hiddenMembers, signed } = kindOf(type);
      const { shown, hidden } = divideMetadata(metadata, hiddenMembers);
      const secrets = { signingKeys: signed ? [{ key: newSigningKey() }] : [], hidden };
      const destination = await deps.destinations.add(project.id, { name, type, metadata: shown, secrets });
      if (destination === 'name-taken') throw nameTaken('destination', name);
      return created(destination);
    },
  });
