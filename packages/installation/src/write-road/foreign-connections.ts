import type { Queryable } from '@writ/db';

/** SQL: the connection that `installation` names is another group's. A constraint refuses such rows since they were possible. */
export const isForeign = 'connection.group_ref <> installation.group_ref';

/** Whether the constraint was found to hold for every row: those of before are checked when it is made. */
const validatedSql = `
  SELECT convalidated AS "holds" FROM pg_constraint WHERE conname = 'installation_connection_of_own_group'`;

const foreignSql = `
  SELECT installation.id FROM installation JOIN connection ON connection.id = installation.connection_id
  WHERE ${isForeign} ORDER BY installation.id LIMIT $1`;

/** The ids of installations whose connection is another group's, the oldest first, `limit` at most. */
export async function listForeignConnections(db: Queryable, limit: number): Promise<string[]> {
  const { rows: constraints } = await db.query<{ holds: boolean }>(validatedSql);
  if (constraints.some(({ holds }) => holds)) return [];
  return (await db.query<{ id: string }>(foreignSql, [limit])).rows.map(({ id }) => id);
}
