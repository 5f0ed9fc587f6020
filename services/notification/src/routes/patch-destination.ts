import { destinationSchema, inputValidationProblemSchema, type DestinationPatch } from '@writ/contracts';
import { endpoint, invalidInput, ok } from '@writ/http-kit';
import { destinationKinds, kindOf } from '../destination-kinds/destination-kinds.ts';
import { applyPatch, patchRule, type PlainDestination } from '../destinations/apply-patch.ts';
import { destinationPatch, unhideMetadata, type CheckMetadata } from '../destinations/check-destination.ts';
import type {
  DestinationContent,
  DestinationRepository,
  StoredDestination,
} from '../destinations/destination-repository.ts';
import { divideMetadata, withHiddenMembers } from '../destinations/secrets.ts';
import { destinationNotFound, nameTaken } from './not-found.ts';
import { takenName } from './taken-name.ts';

export const patchDestination = (deps: {
  destinations: Pick<DestinationRepository, 'find' | 'change'>;
  checkMetadata: CheckMetadata;
}) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/destinations/:destinationIdOrName',
    summary: 'Change a destination',
    access: { scope: 'notifications:manage' },
    body: destinationPatch(destinationKinds),
    rules: ({ body }) => patchRule(body),
    answers: {
      200: destinationSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    // Before the row is locked, since names are resolved: no lock waits for that.
    look: async ({ project, params: { destinationIdOrName }, body }) => {
      const destination = await deps.destinations.find(project.id, destinationIdOrName);
      if (!destination) throw destinationNotFound(destinationIdOrName);
      const current = plain(destination);
      const { type, id } = destination.view;
      const { name, metadata } = applyPatch(current, body);
      return {
        id,
        metadata: await deps.checkMetadata(type, metadata, at, current.metadata),
        name:
          name === current.name
            ? undefined
            : await takenName(deps.destinations, project.id, name, '/destination/name'),
      };
    },
    act: async ({ id }, { project, params: { destinationIdOrName }, body }) => {
      const changed = await deps.destinations.change(project.id, id, (stored) =>
        changedContent(stored, body),
      );
      if (!changed) throw destinationNotFound(destinationIdOrName);
      if (changed === 'name-taken')
        throw nameTaken('destination', String(body.destination.name), '/destination/name');
      return ok(changed.view);
    },
  });

const at = '/destination/metadata';

/** @throws Refusal where a hidden value stands for one that has been taken away in the meantime. */
function changedContent(stored: StoredDestination, patch: DestinationPatch): DestinationContent {
  const current = plain(stored);
  const patched = applyPatch(current, patch);
  const { metadata, issues } = unhideMetadata(stored.view.type, patched.metadata, at, current.metadata);
  if (issues.length > 0) throw invalidInput(issues);
  const { shown, hidden } = divideMetadata(metadata, kindOf(stored.view.type).hiddenMembers);
  return { name: patched.name, metadata: shown, secrets: { ...stored.unsealSecrets(), hidden } };
}

const plain = ({ view, unsealSecrets }: StoredDestination): PlainDestination => ({
  name: view.name,
  metadata: withHiddenMembers(view.metadata, unsealSecrets()),
});
