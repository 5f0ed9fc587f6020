import { destinationSchema, inputValidationProblemSchema, type JsonObject } from '@writ/contracts';
import { created, endpoint } from '@writ/http';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { destinationRequest, destinationRules } from '../destinations/check-destination.ts';
import { divideMetadata, newSigningKey } from '../destinations/secrets.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { nameTaken, takenName } from './faults.ts';

export const postDestination = ({ destinations, checkMetadata }: EndpointDeps) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/destinations',
    summary: 'Create a destination',
    access: { scope: 'notifications:manage' },
    body: destinationRequest,
    rules: ({ body }) => destinationRules(body),
    answers: {
      201: destinationSchema,
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    look: async ({ project, body: { name, type, metadata } }) => ({
      metadata: await checkMetadata(type, metadata as JsonObject, '/metadata'),
      name: await takenName(destinations, project.id, name, '/name'),
    }),
    act: async (_, { project, body: { name, type, metadata }, by }) => {
      const kind = kindOf(type);
      const { shown, hidden } = divideMetadata(metadata as JsonObject, kind);
      const secrets = { signingKeys: kind.signed ? [{ key: newSigningKey() }] : [], hidden };
      const content = { name, type, metadata: shown, secrets };
      const destination = await destinations.add(project.id, content, by);
      if (destination === 'name-taken') throw nameTaken('destination', name, '/name');
      return created(destination);
    },
  });
