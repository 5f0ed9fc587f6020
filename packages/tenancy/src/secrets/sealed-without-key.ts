import type { Queryable } from '@writ/db';
import type { Keyring } from './keyring.ts';

/** Where sealed values stand: names of the code, never of a request. */
export type SealedColumn = { table: string; column: string };

/** How many values are sealed with keys that the ring lacks, by the id of the key. */
export async function countSealedWithoutKey(
  db: Queryable,
  keyring: Keyring,
  columns: readonly SealedColumn[],
): Promise<readonly { keyId: string; count: number }[]> {
  const values = columns.map(({ table, column }) => `SELECT ${column} AS sealed FROM ${table}`);
  const { rows } = await db.query<{ keyId: string; count: number }>(
    `SELECT split_part(sealed, ':', 2) AS "keyId", count(*)::int AS count FROM (${values.join(' UNION ALL ')}) AS value
     WHERE split_part(sealed, ':', 2) <> ALL ($1::text[]) GROUP BY 1 ORDER BY 1`,
    [[...keyring.keys.keys()]],
  );
  return rows;
}
