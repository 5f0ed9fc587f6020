import { pointerTo } from './json.ts';

/** Told of a member that nothing may have. */
export const forbiddenName = 'A member of this name is never allowed.';

/**
 * Whether a member is one that nothing may have, wherever it comes from: it would reach prototypes where objects are put
 * together. `__proto__` is, and `constructor` with a `prototype` in it.
 */
export const isForbiddenMember = (name: string, member: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' &&
    typeof member === 'object' &&
    member !== null &&
    Object.hasOwn(member, 'prototype'));

/**
 * JSON Pointers of the members of a value that nothing may have; those within them are not looked for. For a value that is
 * nested no deeper than a function may call itself.
 */
export function* forbiddenMembers(value: unknown, at = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const pointer = pointerTo(at, name);
    if (isForbiddenMember(name, member)) yield pointer;
    else yield* forbiddenMembers(member, pointer);
  }
}
