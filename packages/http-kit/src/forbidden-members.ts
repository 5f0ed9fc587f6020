/**
 * JSON Pointers of the members that no body may have, since they reach prototypes where objects are put together:
 * `__proto__`, and `constructor` with a `prototype` in it. For a value that `JSON.parse` has made of a text that is
 * nested no deeper than a function may call itself.
 */
export function forbiddenMembers(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const pointer = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return isForbidden(name, member) ? [pointer] : forbiddenMembers(member, pointer);
  });
}

const isForbidden = (name: string, member: unknown): boolean =>
  name === '__proto__' ||
  (name === 'constructor' &&
    typeof member === 'object' &&
    member !== null &&
    Object.hasOwn(member, 'prototype'));
