import { mostFound, type Scope, type SearchHit } from '@writ/contracts';
import { findConfigured } from './find-configured.ts';
import { findNotified } from './find-notified.ts';
import { findWritten } from './find-written.ts';
import type { Find, Hit } from './hit.ts';

/** What holders of a scope find. */
const finds: readonly { scope: Scope; find: Find }[] = [
  { scope: 'operations:read', find: findWritten },
  { scope: 'notifications:read', find: findNotified },
  { scope: 'installations:read', find: findConfigured },
];

/** The scopes of which a search needs one: each finds more. */
export const searchScopes = finds.map(({ scope }) => scope);

/**
 * Whatever in the project has `text` as an id or is named by it, as far as the caller may read it. The ways to look are gone
 * one after the other: a search keeps no more than one connection busy.
 */
export async function searchProject(
  search: Omit<Parameters<Find>[0], 'limit'>,
  mayRead: (scope: Scope) => boolean,
): Promise<{ results: SearchHit[]; more: boolean }> {
  const found: Hit[] = [];
  for (const { scope, find } of finds)
    if (mayRead(scope)) found.push(...(await find({ ...search, limit: mostFound + 1 })));
  const groups = [...Map.groupBy(found, ({ type, by }) => `${type} ${by}`).values()];
  return {
    results: groups.flatMap((group) => group.slice(0, mostFound)).map((hit) => toHit(hit, search.projectId)),
    more: groups.some((group) => group.length > mostFound),
  };
}

const toHit = ({ below, time, ...hit }: Hit, projectId: string): SearchHit => ({
  ...hit,
  path: `/v1/projects/${projectId}${below}`,
  time: time.toISOString(),
});
