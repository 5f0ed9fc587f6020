import type { Scope } from '../data/session.ts';

const writes: readonly Scope[] = ['operations:read'];
const notifications: readonly Scope[] = ['notifications:read'];
const both = [...writes, ...notifications];

/** Of which scopes each page of a project needs one, by the first part of its address after the project; home has none. */
const needed: ReadonlyMap<string, readonly Scope[]> = new Map([
  ['', writes],
  ['operations', writes],
  ['records', writes],
  ['lanes', both],
  ['tasks', both],
  ['deliveries', notifications],
  ['destinations', notifications],
  ['events', notifications],
  ['topics', notifications],
]);

/** Of which scopes a search needs one: with each it finds more. */
export const searchScopes: readonly Scope[] = [...both, 'installations:read'];

/** Of which scopes a page needs one; none of an address that needs none, or leads nowhere. */
export function scopesOfPage(location: string): readonly Scope[] {
  if (location === '/projects') return ['installations:read'];
  const [path, page = ''] = /^\/projects\/[^/]+\/?([^/]*)/.exec(location) ?? [];
  return (path !== undefined && needed.get(page)) || [];
}
