import { pointerTo, type JsonValue, type ConfigContent } from '@writ/contracts';
import { memberAt, nameOf, patchObject, withMember, type ObjectChange } from '@writ/installation';
import { invalidInput, issuesOf, type IssueInput } from '@writ/problems';
import type { CurrentConfig, RequestPlace, WantedChange } from './update-installation.ts';

type PatchFault = Extract<ReturnType<typeof patchObject>, { faults: unknown }>['faults'][number];

export type ObjectPatch = { action: 'read' | 'write' | 'subscribe'; changes: readonly ObjectChange[] };

/**
 * Applies a JSON Patch to one object's config. A new object begins with its name.
 * @throws Refusal with the index of each change that fails
 */
export function patchedObject(
  current: CurrentConfig,
  objectName: string,
  { action, changes }: ObjectPatch,
  createdBy: string,
): WantedChange {
  const content = (action === 'write' ? current.withWrite : current.content) as JsonValue;
  const key = keyOf(memberAt(content, [action, 'objects']), objectName);
  const path = [action, 'objects', key];
  const result = patchObject(memberAt(content, path) ?? { objectName }, changes);
  if ('faults' in result) throw invalidInput(issuesOf(result.faults, changeIssue));
  const above = pointerTo(`/${action}/objects`, key);
  return {
    content: withMember(content, path, result.patched) as ConfigContent,
    createdBy,
    issues: renamingIssues(result.patched, { key, objectName }, changes),
    placeOf: (pointer) =>
      pointer.startsWith(`${above}/`) ? placeIn(changes, pointer.slice(above.length)) : allChanges,
  };
}

/** The key of the object's entry, else a free one. */
function keyOf(section: JsonValue | undefined, objectName: string): string {
  const objects = (section ?? {}) as Record<string, { objectName?: string }>;
  const found = Object.entries(objects).find(([key, entry]) => nameOf(key, entry) === objectName);
  if (found !== undefined) return found[0];
  let key = objectName;
  while (Object.hasOwn(objects, key)) key += '_';
  return key;
}

/** Otherwise the path's name would not find the object again. */
function renamingIssues(
  patched: JsonValue,
  { key, objectName }: { key: string; objectName: string },
  changes: readonly ObjectChange[],
): IssueInput[] {
  const now = memberAt(patched, ['objectName']) ?? key;
  if (now === objectName) return [];
  const detail = `The entry is about the object \`${objectName}\`, and stays so.`;
  return [{ detail, value: now, ...placeIn(changes, '/objectName') }];
}

const changeIssue = ({ index, detail, path }: PatchFault): IssueInput => ({
  in: 'body',
  name: `/changes/${index}/path`,
  detail,
  value: path,
});

const allChanges: RequestPlace = { in: 'body', name: '/changes' };

/** The place of an error in the request: the last change that touches it, else the path. */
function placeIn(changes: readonly ObjectChange[], pointer: string): RequestPlace {
  const index = changes.findLastIndex(({ path }) => isWithin(pointer, path) || isWithin(path, pointer));
  const change = changes[index];
  if (change === undefined)
    return pointer === '/objectName' ? { in: 'path', name: 'objectName' } : allChanges;
  const { op, path } = change;
  // An empty name is an error of the path.
  const isEmptyName = pointer === path && path.endsWith('/');
  if (op === 'remove' || isEmptyName || !isWithin(pointer, path))
    return { in: 'body', name: `/changes/${index}/path`, value: path };
  return { in: 'body', name: `/changes/${index}/value${pointer.slice(path.length)}` };
}

const isWithin = (pointer: string, above: string): boolean =>
  pointer === above || pointer.startsWith(`${above}/`);
