import { mostFound, type Scope, type SearchHit } from '@writ/contracts';
import { findConfigured } from './find-configured.ts';
import { findNotified } from './find-notified.ts';
import { findWritten } from './find-written.ts';
import type { Find, Hit, Search } from './hit.ts';

const finds: readonly { scope: Scope; find: Find }[] = [
  { scope: 'operations:read', find: findWritten },
  { scope: 'notifications:read', find: findNotified },
  { scope: 'installations:read', find: findConfigured },
];

/** One of these is needed; each finds more. */
export const searchScopes = finds.map(({ scope }) => scope);

/** Finds what the caller may read, one way after the other: a search uses one connection. */
export async function searchProject(
  search: Omit<Search, 'limit'>,
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
