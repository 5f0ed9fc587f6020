import type { ConfigContent } from '@writ/contracts';
import type { Database } from '@writ/db';
import { LRUCache } from 'lru-cache';
import type { ManifestIntegration } from '../manifest/manifest.ts';

/** Most contents are some hundred characters of JSON. */
const maxEntries = 20_000;
/**
 * Characters of JSON. Prepared, a character takes 3 to 7 bytes of memory, 21 in contents of empty objects.
 */
export const mostKept = 8 * 1024 * 1024;

type Contents = { installation_config: ConfigContent; revision: ManifestIntegration };

/**
 * Reads JSON contents by row id, missing ones in one statement. These rows never change, so contents are
 * kept, except too large ones.
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
