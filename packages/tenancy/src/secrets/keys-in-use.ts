import type { Queryable } from '@writ/db';

/** Where sealed values stand: names of the code, never of a request. */
export type SealedColumn = { table: string; column: string };

/** How much is sealed with a key of the environment: data keys, and secrets of the older form, which had none. */
export type KeyInUse = { keyId: string; dataKeys: number; secrets: number };

/** The keys of the environment that something is sealed with, by id. Looks at every row: not for a request. */
export async function keysInUse(db: Queryable, columns: readonly SealedColumn[]): Promise<KeyInUse[]> {
  const secrets = columns.map(
    ({ table, column }) =>
      `SELECT split_part(${column}, ':', 2), 0, 1 FROM ${table} WHERE starts_with(${column}, 'v1:')`,
  );
  const dataKeys = "SELECT split_part(sealed, ':', 2) AS id, 1 AS data_key, 0 AS secret FROM project_key";
  const { rows } = await db.query<KeyInUse>(
    `SELECT id AS "keyId", sum(data_key)::int AS "dataKeys", sum(secret)::int AS secrets
     FROM (${[dataKeys, ...secrets].join(' UNION ALL ')}) AS sealed GROUP BY id ORDER BY id`,
  );
  return rows;
}
