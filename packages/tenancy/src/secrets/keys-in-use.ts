import type { Queryable } from '@writ/db';
import { sealedColumns } from './sealed-columns.ts';

/** How much is sealed with a key of the environment: data keys, and secrets of the older form, which had none. */
export type KeyInUse = { keyId: string; dataKeys: number; secrets: number };

const olderSecrets = sealedColumns.map(
  ({ table, column }) =>
    `SELECT split_part(${column}, ':', 2), 0, 1 FROM ${table} WHERE starts_with(${column}, 'v1:')`,
);
const dataKeys = `SELECT split_part(sealed, ':', 2) AS id, 1 AS data_key, 0 AS secret FROM project_key`;

const sqlOf = (sealed: readonly string[]): string => `
  SELECT id AS "keyId", sum(data_key)::int AS "dataKeys", sum(secret)::int AS secrets
  FROM (${sealed.join(' UNION ALL ')}) AS sealed GROUP BY id ORDER BY id`;

const allSql = sqlOf([dataKeys, ...olderSecrets]);
const dataKeysSql = sqlOf([dataKeys]);

/**
 * The keys of the environment that something is sealed with, by id. Looks at every row: not for a request.
 *
 * @param options.dataKeysAlone leaves out secrets of the older form, which many rows are looked at for
 */
export const keysInUse = async (
  db: Queryable,
  { dataKeysAlone = false }: { dataKeysAlone?: boolean } = {},
): Promise<KeyInUse[]> => (await db.query<KeyInUse>(dataKeysAlone ? dataKeysSql : allSql)).rows;
