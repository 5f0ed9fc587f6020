import {
  destinationSchema,
  inputValidationProblemSchema,
  type DestinationPatch,
  type JsonObject,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http';
import { faultOf, withoutFaults, type Fault } from '@writ/problems';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { applyPatch, patchRule } from '../destinations/apply-patch.ts';
import { destinationPatch, unhideMetadata } from '../destinations/check-destination.ts';
import type { DestinationContent, StoredDestination } from '../destinations/stored-destination.ts';
import { divideMetadata } from '../destinations/secrets.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { existing, nameTaken, takenName } from './faults.ts';

export const patchDestination = ({ destinations, checkMetadata, waker }: EndpointDeps) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName',
    summary: 'Change a destination',
    access: { scope: 'notifications:manage' },
    body: destinationPatch,
    rules: ({ body }) => patchRule(body),
    answers: {
      200: destinationSchema,
      409: inputValidationProblemSchema,
    },
    docs: {
      description:
        'If the address changes to another origin or broker, give each stored secret again, or remove it, in the same request.',
      refusals: ['name-taken'],
    },
    handle: async ({ project, params: { destinationIdOrName: idOrName }, body, by }) => {
      const decide = async ({ view, openSecrets }: StoredDestination): Promise<DestinationContent> => {
        const { type } = view;
        const secrets = await openSecrets();
        const stored: JsonObject = { ...view.metadata, ...secrets.hidden };
        const { name, metadata } = applyPatch(view, body);
        withoutFaults({
          type: typeFault(type, body),
          metadata: await checkMetadata(type, metadata, at, stored),
          name:
            name === view.name
              ? undefined
              : await takenName(destinations, project.id, name, '/destination/name'),
        });
        const meant = unhideMetadata(type, metadata, at, stored);
        const { shown, hidden } = divideMetadata(meant.metadata, kindOf(type));
        return { name, metadata: shown, secrets: { ...secrets, hidden } };
      };
      const changed = existing(await destinations.change(project.id, idOrName, decide, by), idOrName);
      if (changed === 'name-taken')
        throw nameTaken('destination', String(body.destination.name), '/destination/name');
      waker.wake([changed.view.id]);
      return ok(changed.view);
    },
  });

const at = '/destination/metadata';

/** A caller that sends back a whole destination names the type, which may not change. */
function typeFault(type: string, { updateMask, destination }: DestinationPatch): Fault | undefined {
  if (!updateMask.includes('type') || destination.type === type) return undefined;
  const detail = `The type of a destination stays as it is: \`${type}\`.`;
  return faultOf([{ in: 'body', name: '/destination/type', detail, value: destination.type }]);
}
