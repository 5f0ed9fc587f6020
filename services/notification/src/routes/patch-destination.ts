import {
  destinationSchema,
  inputValidationProblemSchema,
  problemSchema,
  type DestinationPatch,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { invalidInput, issuesOf } from '@writ/problem-details';
import { destinationKinds, kindOf } from '../destination-kinds/destination-kinds.ts';
import { applyPatch, patchRule, readablePatch, type PlainDestination } from '../destinations/apply-patch.ts';
import { destinationPatch, unhideMetadata, type CheckMetadata } from '../destinations/check-destination.ts';
import type {
  DestinationContent,
  DestinationRepository,
  StoredDestination,
} from '../destinations/destination-repository.ts';
import { divideMetadata, openMetadata } from '../destinations/secrets.ts';
import { destinationNotFound, nameTaken } from './not-found.ts';

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
    lookUpFaults: async ({ project, params: { destinationIdOrName }, body }) => {
      const found = await deps.destinations.find(project.id, destinationIdOrName);
      if (!found) return destinationNotFound(destinationIdOrName).facts.issues ?? [];
      const patch = readablePatch(body);
      if (!patch) return [];
      return issuesOf(async () => {
        await check(deps.checkMetadata, found, patch);
      });
    },
    answers: {
      200: destinationSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
      409: problemSchema,
    },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, params: { destinationIdOrName }, body }) => {
      const found = await deps.destinations.find(project.id, destinationIdOrName);
      if (!found) throw destinationNotFound(destinationIdOrName);
      // Checked before the row is locked, since names are resolved: no lock waits for that.
      await check(deps.checkMetadata, found, body);
      const changed = await deps.destinations.change(project.id, found.view.id, (stored) =>
        changedContent(stored, body),
      );
      if (!changed) throw destinationNotFound(destinationIdOrName);
      if (changed === 'name-taken') throw nameTaken('destination', String(body.destination.name));
      return ok(changed.view);
    },
  });

const at = '/destination/metadata';

function check(
  checkMetadata: CheckMetadata,
  stored: StoredDestination,
  patch: DestinationPatch,
): Promise<void> {
  const current = plain(stored);
  return checkMetadata(stored.view.type, applyPatch(current, patch).metadata, at, current.metadata);
}

/** @throws Refusal where a hidden value stands for one that has been taken away in the meantime. */
function changedContent(stored: StoredDestination, patch: DestinationPatch): DestinationContent {
  const current = plain(stored);
  const patched = applyPatch(current, patch);
  const { metadata, issues } = unhideMetadata(stored.view.type, patched.metadata, at, current.metadata);
  if (issues.length > 0) throw invalidInput(issues);
  const { shown, hidden } = divideMetadata(metadata, kindOf(stored.view.type).hiddenMembers);
  return { name: patched.name, metadata: shown, secrets: { ...stored.openSecrets(), hidden } };
}

const plain = ({ view, openSecrets }: StoredDestination): PlainDestination => ({
  name: view.name,
  metadata: openMetadata(view.metadata, openSecrets()),
});
