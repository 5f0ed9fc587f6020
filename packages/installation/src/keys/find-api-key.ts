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

type Row = { id: string; hash: Buffer; scopes: Scope[]; project_id: string; project_name: string };

const findActiveKeys = `
  SELECT api_key.id, api_key.hash, api_key.scopes, project.id AS project_id, project.name AS project_name
  FROM api_key JOIN project ON project.id = api_key.project_id
  WHERE api_key.hash = ANY ($1::bytea[]) AND api_key.active`;

/**
 * Finds the holder of an active key, on the path of every request: keys of the same turn of the event loop share one
 * statement, and a key that was just disabled is refused at once. A mistyped key is never looked up.
 */
export function findApiKeys(db: Pick<Database, 'pool'>): (key: string) => Promise<ApiKeyHolder | undefined> {
  const load = coalesce(
    async (keys: readonly string[]) => {
      const hashes = keys.map(hashApiKey);
      const { rows } = await db.pool.query<Row>({
        name: 'find-active-keys',
        text: findActiveKeys,
        values: [hashes],
      });
      const found = new Map(rows.map((row) => [row.hash.toString('hex'), row]));
      return hashes.map((hash) => {
        const row = found.get(hash.toString('hex'));
        return row && toHolder(row);
      });
    },
    { maxKeys: 500, nameOf: (key) => key },
  );
  return async (key) => (looksLikeApiKey(key) ? load(key) : undefined);
}

const toHolder = (row: Row): ApiKeyHolder => ({
  kind: 'apiKey',
  keyId: row.id,
  project: { id: row.project_id, name: row.project_name },
  scopes: new Set(row.scopes),
});
