import type { ConfigContent } from '@writ/contracts';
import type { Database } from '@writ/db';
import { LRUCache } from 'lru-cache';
import type { ManifestIntegration } from '../manifest/manifest.ts';

/** This many are kept at most: most contents are some hundred characters of JSON. */
const maxEntries = 20_000;
/**
 * So many characters of JSON are kept at most: a config may have 256 kB, a manifest 1 MB. Prepared, a character takes 3 to 7
 * bytes of memory, 21 where the content is empty objects alone.
 */
export const mostKept = 8 * 1024 * 1024;

/** What the tables hold; it is checked where it comes in. */
type Contents = { installation_config: ConfigContent; revision: ManifestIntegration };

/**
 * Reads JSON contents by row id. A row of these tables never changes, so what was read once is remembered as `prepare`
 * makes it for look-ups; the missing ones are read in one statement. What is too large to be kept is read each time.
 */
export function contentCache<Table extends keyof Contents, Prepared extends object>(
  db: Pick<Database, 'pool'>,
  table: Table,
  prepare: (content: Contents[Table]) => Prepared,
): (ids: readonly string[]) => Promise<ReadonlyMap<string, Prepared>> {
  const cache = new LRUCache<string, Prepared>({ max: maxEntries, maxSize: mostKept });
  return async (ids) => {
    const contents = new Map<string, Prepared>();
    const missing = new Set<string>();
    for (const id of ids) {
      const content = cache.get(id);
      if (content === undefined) missing.add(id);
      else contents.set(id, content);
    }
    if (missing.size === 0) return contents;
    const { rows } = await db.pool.query<{ id: string; json: string }>(
      `SELECT id, content::text AS json FROM ${table} WHERE id = ANY ($1::uuid[])`,
      [[...missing]],
    );
    for (const { id, json } of rows) {
      const prepared = prepare(JSON.parse(json) as Contents[Table]);
      cache.set(id, prepared, { size: json.length });
      contents.set(id, prepared);
    }
    return contents;
  };
}
