import type { Database } from '@writ/db';
import { LRUCache } from 'lru-cache';

/** Contents of an installation config or of a revision are some kilobytes; this many are kept at most. */
const maxEntries = 20_000;

/**
 * Reads JSON contents by row id. A row of these tables never changes, so what was read once is remembered;
 * the missing ones are read in one statement.
 */
export function contentCache<Content extends object>(
  db: Pick<Database, 'pool'>,
  table: 'installation_config' | 'revision',
): (ids: readonly string[]) => Promise<ReadonlyMap<string, Content>> {
  const cache = new LRUCache<string, Content>({ max: maxEntries });
  return async (ids) => {
    const contents = new Map<string, Content>();
    const missing = new Set<string>();
    for (const id of ids) {
      const content = cache.get(id);
      if (content === undefined) missing.add(id);
      else contents.set(id, content);
    }
    if (missing.size === 0) return contents;
    const { rows } = await db.pool.query<{ id: string; content: Content }>(
      `SELECT id, content FROM ${table} WHERE id = ANY ($1::uuid[])`,
      [[...missing]],
    );
    for (const { id, content } of rows) {
      cache.set(id, content);
      contents.set(id, content);
    }
    return contents;
  };
}
