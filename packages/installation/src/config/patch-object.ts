import { isJsonObject, namesIn, type JsonValue } from '@writ/contracts';
import { memberAt, withMember, type MemberPath } from './subtree.ts';

/** `path`: JSON Pointer to a member. */
export type ObjectChange = { op: 'add' | 'replace' | 'remove'; path: string; value?: JsonValue };

export type PatchFault = { index: number; detail: string; path: string };

/**
 * Applies changes in order, all or none. `add` also overwrites; `replace` and `remove` need the member. Lists
 * are replaced whole.
 */
export function patchObject(
  object: JsonValue,
  changes: readonly ObjectChange[],
): { patched: JsonValue } | { faults: readonly [PatchFault, ...PatchFault[]] } {
  const faults: PatchFault[] = [];
  let patched: JsonValue = object;
  const copies = new Set<JsonValue>();
  changes.forEach((change, index) => {
    const path = namesIn(change.path);
    const detail = faultOf(patched, path, change);
    if (detail === undefined) {
      const value = change.op === 'remove' ? undefined : change.value;
      patched = withMember(patched, path, value, copies) ?? {};
    } else faults.push({ index, detail, path: change.path });
  });
  const [first, ...others] = faults;
  return first ? { faults: [first, ...others] } : { patched };
}

function faultOf(object: JsonValue, path: MemberPath, { op }: ObjectChange): string | undefined {
  if (op !== 'add' && memberAt(object, path) === undefined) {
    return `There is nothing to ${op} here${op === 'replace' ? '; use `add`' : ''}.`;
  }
  return leadsOverMaps(object, path.slice(0, -1))
    ? undefined
    : 'The path leads into something that is no map.';
}

function leadsOverMaps(object: JsonValue, path: MemberPath): boolean {
  let holder: JsonValue | undefined = object;
  for (const name of path) {
    holder = memberAt(holder, [name]);
    if (holder === undefined) return true;
    if (!isJsonObject(holder)) return false;
  }
  return true;
}
