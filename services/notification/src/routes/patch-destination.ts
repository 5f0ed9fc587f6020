import {
  destinationPatchSchema,
  destinationSchema,
  inputValidationProblemSchema,
  problemSchema,
} from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import { issuesOf } from '@writ/problem-details';
import { kindOf } from '../destination-kinds/destination-kinds.ts';
import { applyPatch, patchRule, readablePatch, type PlainDestination } from '../destinations/apply-patch.ts';
import type { CheckMetadata } from '../destinations/check-destination.ts';
import type { DestinationRepository, StoredDestination } from '../destinations/destination-repository.ts';
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
    body: destinationPatchSchema,
    rules: patchRule,
    lookUpFaults: async ({ project, params: { destinationIdOrName }, body }) => {
      const found = await deps.destinations.find(project.id, destinationIdOrName);
      if (!found) return destinationNotFound(destinationIdOrName).facts.issues ?? [];
      const patch = readablePatch(body);
      if (!patch) return [];
      return issuesOf(async () => {
        const { metadata } = applyPatch(plain(found), patch);
        await deps.checkMetadata(found.view.type, metadata, '/destination/metadata');
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
      const { metadata } = applyPatch(plain(found), body);
      await deps.checkMetadata(found.view.type, metadata, '/destination/metadata');
      const changed = await deps.destinations.change(project.id, found.view.id, (stored) => {
        const patched = applyPatch(plain(stored), body);
        const { shown, hidden } = divideMetadata(patched.metadata, kindOf(stored.view.type).hiddenMembers);
        return { name: patched.name, metadata: shown, secrets: { ...stored.openSecrets(), hidden } };
      });
      if (!changed) throw destinationNotFound(destinationIdOrName);
      if (changed === 'name-taken') throw nameTaken('destination', String(body.destination.name));
      return ok(changed.view);
    },
  });

const plain = ({ view, openSecrets }: StoredDestination): PlainDestination => ({
  name: view.name,
  metadata: openMetadata(view.metadata, openSecrets()),
});
