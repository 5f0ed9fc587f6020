import type { Scope } from '@writ/contracts';
import { coalesce, type Database } from '@writ/db';
import { hashApiKey, looksLikeApiKey } from './api-key-text.ts';

/** Who holds a key. */
export type ApiKeyHolder = {
  kind: 'apiKey';
  keyId: string;
  project: { id: string; name: string };
  scopes: ReadonlySet<Scope>;
};

/** A key that was found, by `holderOf`. */
export type HolderRow = { key_id: string; scopes: Scope[]; project_id: string; project_name: string };

/** Finds the active key of a hash that has not expired, for a lateral join. */
export const holderOf = (hash: string): string => `
  SELECT api_key.id AS key_id, api_key.scopes, project.id AS project_id, project.name AS project_name
  FROM api_key JOIN project ON project.id = api_key.project_id
  WHERE api_key.hash = decode(${hash}, 'hex') AND api_key.active
    AND (api_key.expire_time IS NULL OR api_key.expire_time > clock_timestamp())
  LIMIT 1`;

/**
 * Finds the active keys of a JSON array of hashes: each by the index. Joined as a whole they would be taken for a
 * hundred, and all keys that there are would be read for one.
 */
const sql = `
  SELECT given.nr::int, holder.*
  FROM json_array_elements_text($1::json) WITH ORDINALITY AS given (hash, nr)
  CROSS JOIN LATERAL (${holderOf('given.hash')}) AS holder`;

/**
 * Finds the holder of an active key, on the path of every request: keys of the same turn of the event loop share one
 * statement, and a key that was just disabled is refused at once. A mistyped key is never looked up.
 */
export function findApiKeys(db: Pick<Database, 'pool'>): (key: string) => Promise<ApiKeyHolder | undefined> {
  const load = coalesce(
    async (keys: readonly string[]) => {
      const { rows } = await db.pool.query<HolderRow & { nr: number }>({
        name: 'find-active-keys',
        text: sql,
        values: [JSON.stringify(keys.map(hashApiKey))],
      });
      const holders = new Map(rows.map((row) => [row.nr, toHolder(row)]));
      return keys.map((_, index) => holders.get(index + 1));
    },
    { maxKeys: 500, nameOf: (key) => key },
  );
  return async (key) => (looksLikeApiKey(key) ? load(key) : undefined);
}

export const toHolder = (row: HolderRow): ApiKeyHolder => ({
  kind: 'apiKey',
  keyId: row.key_id,
  project: { id: row.project_id, name: row.project_name },
  scopes: new Set(row.scopes),
});
