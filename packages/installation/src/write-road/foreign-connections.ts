import type { Queryable } from '@writ/db';

/**
 * SQL: the connection of `installation` belongs to another group. A constraint refuses new rows of this kind.
 */
export const isForeign = 'connection.group_ref <> installation.group_ref';

/** True once the constraint has checked all older rows. */
const validatedSql = `
  SELECT convalidated AS "holds" FROM pg_constraint WHERE conname = 'installation_connection_of_own_group'`;

const foreignSql = `
  SELECT installation.id FROM installation JOIN connection ON connection.id = installation.connection_id
  WHERE ${isForeign} ORDER BY installation.id LIMIT $1`;

/** Installations with another group's connection: at most `limit`, oldest first. */
export async function listForeignConnections(db: Queryable, limit: number): Promise<string[]> {
  const { rows: constraints } = await db.query<{ holds: boolean }>(validatedSql);
  if (constraints.some(({ holds }) => holds)) return [];
  return (await db.query<{ id: string }>(foreignSql, [limit])).rows.map(({ id }) => id);
}
