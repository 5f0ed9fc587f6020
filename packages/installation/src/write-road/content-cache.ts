import type { ConfigContent } from '@writ/contracts';
import type { Database } from '@writ/db';
import { LRUCache } from 'lru-cache';
import type { ManifestIntegration } from '../manifest/manifest.ts';

/** Contents of an installation config or of a revision are some kilobytes; this many are kept at most. */
const maxEntries = 20_000;

/** What the tables hold; it is checked where it comes in. */
type Contents = { installation_config: ConfigContent; revision: ManifestIntegration };

/**
 * Reads JSON contents by row id. A row of these tables never changes, so what was read once is remembered as `prepare`
 * makes it for look-ups; the missing ones are read in one statement.
 */
export function contentCache<Table extends keyof Contents, Prepared extends object>(
  db: Pick<Database, 'pool'>,
  table: Table,
  prepare: (content: Contents[Table]) => Prepared,
): (ids: readonly string[]) => Promise<ReadonlyMap<string, Prepared>> {
  const cache = new LRUCache<string, Prepared>({ max: maxEntries });
  return async (ids) => {
    const contents = new Map<string, Prepared>();
    const missing = new Set<string>();
    for (const id of ids) {
      const content = cache.get(id);
      if (content === undefined) missing.add(id);
      else contents.set(id, content);
    }
    if (missing.size === 0) return contents;
    const { rows } = await db.pool.query<{ id: string; content: Contents[Table] }>(
      `SELECT id, content FROM ${table} WHERE id = ANY ($1::uuid[])`,
      [[...missing]],
    );
    for (const { id, content } of rows) {
      const prepared = prepare(content);
      cache.set(id, prepared);
      contents.set(id, prepared);
    }
    return contents;
  };
}
