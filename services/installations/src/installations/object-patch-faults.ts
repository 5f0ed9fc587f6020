import { objectConfigPatchSchema } from '@writ/contracts';
import { isId, type Queryable } from '@writ/db';
import { invalidInput, issuesOf, type IssueInput } from '@writ/problem-details';
import { mustFindIntegration } from '../integrations/must-find-integration.ts';
import { isName, isObject } from '../readable-patch.ts';
import type { ChangeFaults, WantedChange } from './change-installation.ts';
import { installationOfGroup, noInstallation } from './installation-of-group.ts';
import { patchedObject, type ObjectPatch } from './patched-object.ts';

type Faulty = {
  params: { integrationIdOrName: string; objectName: string };
  body: unknown;
  project: { id: string };
};
type Members = Readonly<Record<string, unknown>>;

/** What is wrong with a JSON Patch of an object's config beyond its form, in a body that has other faults. */
export const objectPatchFaults =
  (deps: { db: Queryable; changeFaults: ChangeFaults }) =>
  ({ params: { integrationIdOrName, objectName }, body, project }: Faulty): Promise<readonly IssueInput[]> =>
    issuesOf(async () => {
      const integration = await mustFindIntegration(deps.db, project.id, integrationIdOrName);
      const given = isObject(body) ? body : {};
      const { installationId, groupRef } = namesIn(given);
      // With both, or neither, nobody knows which is meant.
      if ((installationId === undefined) === (groupRef === undefined)) return;
      const id = installationId ?? (await installationOfGroup(deps.db, integration, groupRef ?? ''));
      if (id === undefined) throw noInstallation({ groupRef });
      const patch = readableChanges(given);
      const found = await deps.changeFaults({ projectId: project.id, integration, id }, (current) =>
        patch ? patchedObject(current, objectName, patch, '') : unchanged,
      );
      throw found ? invalidInput(found) : noInstallation({ installationId, groupRef });
    });

const unchanged: WantedChange = { createdBy: '', nameOf: (pointer) => pointer };

function namesIn({ installationId, groupRef }: Members): { installationId?: string; groupRef?: string } {
  return {
    ...(typeof installationId === 'string' && isId(installationId) && { installationId }),
    ...(isName(groupRef) && { groupRef }),
  };
}

const mostChanges = objectConfigPatchSchema.properties.changes.maxItems;

/** The changes of a body that has faults, where all of them can be applied. */
function readableChanges({ action, changes }: Members): ObjectPatch | undefined {
  const isAction = action === 'read' || action === 'write' || action === 'subscribe';
  const isList = Array.isArray(changes) && changes.length <= mostChanges;
  const applicable = isAction && isList && changes.every(isChange);
  return applicable ? { action, changes: changes as ObjectPatch['changes'] } : undefined;
}

const isChange = (change: unknown): boolean =>
  isObject(change) &&
  typeof change['path'] === 'string' &&
  (change['op'] === 'remove' ||
    ((change['op'] === 'add' || change['op'] === 'replace') && change['value'] !== undefined));
