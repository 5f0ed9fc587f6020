import { pointerTo } from '@writ/contracts';
/**
 * JSON Pointers of the members that no body may have, since they reach prototypes where objects are put together:
 * `__proto__`, and `constructor` with a `prototype` in it. For a value that `JSON.parse` has made of a text that is
 * nested no deeper than a function may call itself.
 */
export function* forbiddenMembers(value: unknown, at = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    const pointer = pointerTo(at, name);
    if (isForbidden(name, member)) yield pointer;
    else yield* forbiddenMembers(member, pointer);
  }
}

const isForbidden = (name: string, member: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' &&
    typeof member === 'object' &&
    member !== null &&
    Object.hasOwn(member, 'prototype'));
