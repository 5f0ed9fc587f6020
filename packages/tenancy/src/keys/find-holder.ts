import type { Scope } from '@writ/contracts';
import { coalesce, type Database } from '@writ/db';
import { hashApiKey, looksLikeApiKey } from './api-key-text.ts';
import { keyIdOf, type ReadToken, type TokenKey } from './read-token.ts';

export type Credential = { kind: 'apiKey' | 'jwt'; text: string };

export type Holder = {
  kind: Credential['kind'];
  /** The API key, or the key that signed the token. */
  keyId: string;
  project: { id: string; name: string };
  scopes: ReadonlySet<Scope>;
  /** The only group of a token; absent: all. */
  groupRef?: string;
  expireTime?: Date;
  /** The project accepts keys of pages. */
  pageKeys?: true;
};

export type HolderRow = {
  key_id: string;
  scopes: Scope[];
  project_id: string;
  project_name: string;
  page_keys: boolean;
};
export type TokenHolderRow = HolderRow & TokenKey;

/** SQL behind the id of `key`: its columns and those of `project`. */
export const holderColumns =
  'AS key_id, key.scopes, project.id AS project_id, project.name AS project_name, project.page_keys';

/** SQL: `project` of `key`, unless it is being erased. */
export const withProject = 'JOIN project ON project.id = key.project_id AND project.erase_time IS NULL';

export const isKeyGood = 'key.active AND (key.expire_time IS NULL OR key.expire_time > clock_timestamp())';

/** SQL of a lateral join: the valid API key of a hash. */
export const keyHolder = (hash: string): string => `
  SELECT key.id ${holderColumns}
  FROM api_key AS key ${withProject}
  WHERE key.hash = decode(${hash}, 'hex') AND ${isKeyGood}
  LIMIT 1`;

/** SQL of a lateral join: the active key that a token names. */
export const tokenHolder = (keyId: string): string => `
  SELECT key.id ${holderColumns}, key.algorithm, key.public_key_pem, key.audience_required
  FROM jwt_key AS key ${withProject}
  WHERE key.id = ${keyId} AND key.active
  LIMIT 1`;

/**
 * Finds keys by the index of their text in a JSON array. The lateral join with `LIMIT 1` keeps Postgres on
 * the index.
 */
const statement = (name: string, type: string, holder: (given: string) => string) => ({
  name,
  text: `
  SELECT given.nr::int, holder.*
  FROM json_array_elements_text($1::json) WITH ORDINALITY AS given (text, nr)
  CROSS JOIN LATERAL (${holder(`given.text${type}`)}) AS holder`,
});

/** For a busy host; a lone request does not wait. */
const gatherMs = 3;

/** Concurrent requests share a statement; mistyped keys are not looked up. */
export function findHolders(
  db: Pick<Database, 'pool'>,
  readToken: ReadToken,
): (credential: Credential) => Promise<Holder | undefined> {
  const load = <Row extends HolderRow>(query: { name: string; text: string }) =>
    coalesce(
      async (asked: readonly string[]) => {
        const { rows } = await db.pool.query<Row & { nr: number }>({
          ...query,
          values: [JSON.stringify(asked)],
        });
        const byNr = new Map(rows.map((row) => [row.nr, row]));
        return asked.map((_, index) => byNr.get(index + 1));
      },
      { maxKeys: 500, nameOf: (text) => text, gatherMs },
    );
  const byHash = load<HolderRow>(statement('find-active-keys', '', keyHolder));
  const byKeyId = load<TokenHolderRow>(statement('find-active-jwt-keys', '::uuid', tokenHolder));

  return async ({ kind, text }) => {
    if (kind === 'apiKey') {
      const row = looksLikeApiKey(text) ? await byHash(hashApiKey(text)) : undefined;
      return row && holderOfKey(row);
    }
    const keyId = keyIdOf(text);
    const row = keyId === undefined ? undefined : await byKeyId(keyId);
    return row && holderOfToken(row, text, readToken);
  };
}

const keyOf = (row: HolderRow) => ({
  keyId: row.key_id,
  project: { id: row.project_id, name: row.project_name },
  ...(row.page_keys && { pageKeys: true as const }),
});

export const holderOfKey = (row: HolderRow): Holder => ({
  kind: 'apiKey',
  ...keyOf(row),
  scopes: new Set(row.scopes),
});

/** Undefined if the key did not sign the token or it is not valid now. */
export async function holderOfToken(
  row: TokenHolderRow,
  token: string,
  readToken: ReadToken,
): Promise<Holder | undefined> {
  const claims = await readToken(token, row);
  return claims && { kind: 'jwt', ...keyOf(row), ...claims };
}
