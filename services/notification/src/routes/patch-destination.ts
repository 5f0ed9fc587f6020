import {
  destinationSchema,
  inputValidationProblemSchema,
  type DestinationPatch,
  type JsonObject,
} from '@writ/contracts';
import { assertFaultless, endpoint, faultOf, ok, type Fault } from '@writ/http-kit';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { applyPatch, patchRule, type ShownDestination } from '../destinations/apply-patch.ts';
import { destinationPatch, unhideMetadata } from '../destinations/check-destination.ts';
import type { DestinationContent, StoredDestination } from '../destinations/stored-destination.ts';
import { divideMetadata, type DestinationSecrets } from '../destinations/secrets.ts';
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
        'Secrets that are kept do not follow to an address of another origin, or to another broker: each of them has to be given anew, or removed, in the same request.',
      refusals: ['name-taken'],
    },
    // Before the row is locked, since names are resolved: no lock waits for that.
    look: async ({ project, params: { destinationIdOrName: idOrName }, body }) => {
      const destination = existing(await destinations.find(project.id, idOrName), idOrName);
      const { type, id, ...shown } = destination.view;
      const stored = plainMetadata(shown, await destination.openSecrets());
      const { name, metadata } = applyPatch(shown, body);
      return {
        id,
        type: typeFault(type, body),
        metadata: await checkMetadata(type, metadata, at, stored),
        name:
          name === shown.name
            ? undefined
            : await takenName(destinations, project.id, name, '/destination/name'),
      };
    },
    act: async ({ id }, { project, params: { destinationIdOrName }, body, by }) => {
      const change = (stored: StoredDestination) => changedContent(stored, body);
      const changed = existing(await destinations.change(project.id, id, change, by), destinationIdOrName);
      if (changed === 'name-taken')
        throw nameTaken('destination', String(body.destination.name), '/destination/name');
      waker.wake([id]);
      return ok(changed.view);
    },
  });

const at = '/destination/metadata';

/** The type may be named, as those do who send back all that they got, and stays as it is. */
function typeFault(type: string, { updateMask, destination }: DestinationPatch): Fault | undefined {
  if (!updateMask.includes('type') || destination.type === type) return undefined;
  const detail = `The type of a destination stays as it is: \`${type}\`.`;
  return faultOf([{ in: 'body', name: '/destination/type', detail, value: destination.type }]);
}

/** @throws Refusal where a hidden value stands for one that has been taken away, or sent elsewhere, in the meantime. */
async function changedContent(
  { view, openSecrets }: StoredDestination,
  patch: DestinationPatch,
): Promise<DestinationContent> {
  const secrets = await openSecrets();
  const patched = applyPatch(view, patch);
  const { metadata, issues } = unhideMetadata(view.type, patched.metadata, at, plainMetadata(view, secrets));
  assertFaultless(issues);
  const { shown, hidden } = divideMetadata(metadata, kindOf(view.type));
  return { name: patched.name, metadata: shown, secrets: { ...secrets, hidden } };
}

const plainMetadata = ({ metadata }: ShownDestination, { hidden }: DestinationSecrets): JsonObject => ({
  ...metadata,
  ...hidden,
});
