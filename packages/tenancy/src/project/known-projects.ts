import type { Queryable } from '@writ/db';
import { LRUCache } from 'lru-cache';
import { wasErased } from '../erasure/erase-project.ts';

const keptProjects = 10_000;

const knownSql = `
  SELECT given.id FROM unnest($1::text[]) AS given (id)
  WHERE EXISTS (SELECT FROM project WHERE project.id = given.id::uuid) OR ${wasErased('given.id')}`;

/** Finds ids that no project has or had: those of erased ones count as known. */
export function unknownProjects(db: Queryable): (ids: Iterable<string>) => Promise<ReadonlySet<string>> {
  const known = new LRUCache<string, true>({ max: keptProjects });
  return async (ids) => {
    const unsure = new Set([...ids].filter((id) => !known.has(id)));
    if (unsure.size === 0) return unsure;
    const { rows } = await db.query<{ id: string }>(knownSql, [[...unsure]]);
    for (const { id } of rows) {
      known.set(id, true);
      unsure.delete(id);
    }
    return unsure;
  };
}
