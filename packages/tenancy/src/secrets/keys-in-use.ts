import type { Queryable } from '@writ/db';
import { keyOf, type Keyring } from './keyring.ts';
import { projectKeyColumn } from './project-keys.ts';
import { opens, unsealWith } from './seal.ts';
import { sealedColumns } from './sealed-columns.ts';

/** How many values an environment key sealed: data keys, and secrets of the form `v1`. */
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

/** By id. Reads every row. `dataKeysAlone` skips secrets of the form `v1`, which takes most of the time. */
export const keysInUse = async (
  db: Queryable,
  { dataKeysAlone = false }: { dataKeysAlone?: boolean } = {},
): Promise<KeyInUse[]> => (await db.query<KeyInUse>(dataKeysAlone ? dataKeysSql : allSql)).rows;

/** `wrong`: the ring has another key of this id. */
export type CheckedKey = KeyInUse & { fault: 'missing' | 'wrong' | undefined };

/** Checks each key by opening one value of each column. */
export async function checkKeysInUse(
  db: Queryable,
  keyring: Keyring,
  options: { dataKeysAlone?: boolean } = {},
): Promise<CheckedKey[]> {
  const checked: CheckedKey[] = [];
  for (const key of await keysInUse(db, options)) {
    const isThere = keyring.keys.has(key.keyId);
    const fault = !isThere ? 'missing' : (await opensOneOfEach(db, keyring, key)) ? undefined : 'wrong';
    checked.push({ ...key, fault });
  }
  return checked;
}

async function opensOneOfEach(
  db: Queryable,
  keyring: Keyring,
  { keyId, dataKeys, secrets }: KeyInUse,
): Promise<boolean> {
  const columns = [...(dataKeys > 0 ? [projectKeyColumn] : []), ...(secrets > 0 ? sealedColumns : [])];
  for (const { table, column } of columns) {
    const { rows } = await db.query<{ id: string; sealed: string }>(
      `SELECT id, ${column} AS sealed FROM ${table} WHERE starts_with(${column}, $1) LIMIT 1`,
      [`v1:${keyId}:`],
    );
    for (const { id, sealed } of rows)
      if (!opens(() => unsealWith(keyOf(keyring, keyId), sealed, { table, column, rowId: id }))) return false;
  }
  return true;
}
