import type { Queryable } from '@writ/db';

/** Where an installation leads at this moment. */
export type InstallationNow = {
  id: string;
  integrationId: string;
  groupRef: string;
  configId: string;
  connectionId: string;
  provider: string;
  /** The provider's own id of the account that its connection opens. */
  account: string;
};

const sql = `
  SELECT installation.id, installation.integration_id AS "integrationId", installation.group_ref AS "groupRef",
         installation.config_id AS "configId", connection.id AS "connectionId", connection.provider,
         connection.account
  FROM installation JOIN connection ON connection.id = installation.connection_id
  WHERE installation.id = ANY ($1::uuid[])`;

/** Installations as they are now, by id, in one statement; one that was deleted is absent. */
export async function findInstallationsNow(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InstallationNow>> {
  const { rows } = await db.query<InstallationNow>({
    name: 'installations-now',
    text: sql,
    values: [[...new Set(ids)]],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
