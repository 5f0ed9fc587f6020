import { pointerTo } from './json.ts';

export const forbiddenName = 'A member of this name is never allowed.';

/**
 * Whether a member would reach prototypes when objects are merged: `__proto__`, or `constructor` with a `prototype`.
 */
export const isForbiddenMember = (name: string, member: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' &&
    typeof member === 'object' &&
    member !== null &&
    Object.hasOwn(member, 'prototype'));

/** JSON Pointers of the outermost forbidden members. It recurses: bound the depth of the value first. */
export function* forbiddenMembers(value: unknown, at = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const pointer = pointerTo(at, name);
    if (isForbiddenMember(name, member)) yield pointer;
    else yield* forbiddenMembers(member, pointer);
  }
}
