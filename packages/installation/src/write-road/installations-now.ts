import type { Queryable } from '@writ/db';
import { isForeign } from './foreign-connections.ts';
import type { InstallationForWrite } from './installations-for-write.ts';

/** Where an installation leads at this moment. */
export type InstallationNow = Pick<
  InstallationForWrite,
  | 'id'
  | 'integrationId'
  | 'groupRef'
  | 'configId'
  | 'connectionId'
  | 'provider'
  | 'account'
  | 'foreignConnection'
>;

/**
 * Whether an installation leads to the account that an operation was accepted for. That of a connection whose account was
 * not known was named by the connection's own id. Another group's connection leads nowhere.
 */
export const isSameAccount = (
  now: Pick<InstallationNow, 'provider' | 'account' | 'connectionId' | 'foreignConnection'>,
  { provider, account }: { provider: string; account: string },
): boolean =>
  !now.foreignConnection && now.provider === provider && [now.account, now.connectionId].includes(account);

/** Each by its index, as `findHolders` does. */
const sql = `
  SELECT installation.id, installation.integration_id AS "integrationId", installation.group_ref AS "groupRef",
         installation.config_id AS "configId", connection.id AS "connectionId", connection.provider,
         connection.account, ${isForeign} AS "foreignConnection"
  FROM json_array_elements_text($1::json) AS given (id)
  CROSS JOIN LATERAL (SELECT * FROM installation WHERE id = given.id::uuid LIMIT 1) AS installation
  CROSS JOIN LATERAL (SELECT * FROM connection WHERE id = installation.connection_id LIMIT 1) AS connection`;

/** Installations as they are now, by id, in one statement; one that was deleted is absent. */
export async function findInstallationsNow(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InstallationNow>> {
  const { rows } = await db.query<InstallationNow>({
    name: 'installations-now',
    text: sql,
    values: [JSON.stringify([...new Set(ids)])],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

const releasedSql = `
  SELECT given.id FROM unnest($1::uuid[]) AS given (id)
  WHERE NOT EXISTS (
    SELECT FROM installation JOIN connection ON connection.id = installation.connection_id
    WHERE installation.id = given.id AND (connection.status <> 'working'
      OR EXISTS (SELECT FROM token_refresh WHERE connection_id = connection.id AND fault IS NOT NULL)))`;

/**
 * Of these installations, those whose writes need not wait for a connection: it works and its last renewal did not fail, or
 * there is nothing to wait for.
 */
export async function notWaitingForConnection(
  db: Queryable,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(releasedSql, [ids]);
  return rows.map(({ id }) => id);
}
