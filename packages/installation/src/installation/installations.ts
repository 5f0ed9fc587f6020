import { holdRow, isId, newId, type Queryable } from '@writ/db';
import type { ConfigContent } from '../config/config-content.ts';
import { connectionColumns, type Connection } from '../connection/connections.ts';

/** A config of an installation. It never changes: a change makes a new one. */
export type InstallationConfig = {
  id: string;
  revisionId: string;
  content: ConfigContent;
  createdBy: string;
  createTime: Date;
};

export type Installation = {
  id: string;
  projectId: string;
  integrationId: string;
  integrationName: string;
  provider: string;
  groupRef: string;
  groupName: string | null;
  /** Whether its connection works. */
  healthStatus: 'healthy' | 'unhealthy';
  createdBy: string;
  createTime: Date;
  updateTime: Date | null;
  config: InstallationConfig;
  connection: Connection;
};

type Row = Omit<Installation, 'config' | 'connection' | 'healthStatus'> & {
  connection: Omit<Connection, 'createTime' | 'updateTime' | 'expireTime'> & {
    createTime: string;
    updateTime: string | null;
    expireTime: string | null;
  };
  configId: string;
  configRevisionId: string;
  configContent: ConfigContent;
  configCreatedBy: string;
  configCreateTime: Date;
};

/** One statement tells of installation, config and connection, so that they belong together. */
const select = `
  SELECT installation.id, installation.project_id AS "projectId", installation.integration_id AS "integrationId",
         integration.name AS "integrationName", integration.provider, installation.group_ref AS "groupRef",
         installation.group_name AS "groupName", installation.created_by AS "createdBy",
         installation.create_time AS "createTime", installation.update_time AS "updateTime",
         to_jsonb(connection) AS connection, config.id AS "configId",
         config.revision_id AS "configRevisionId", config.content AS "configContent",
         config.created_by AS "configCreatedBy", config.create_time AS "configCreateTime"
  FROM installation
  JOIN integration ON integration.id = installation.integration_id
  JOIN installation_config AS config ON config.id = installation.config_id
  JOIN LATERAL (SELECT ${connectionColumns} FROM connection WHERE id = installation.connection_id) AS connection ON true
  WHERE installation.project_id = $1`;

/** The installations of a project, oldest first. */
export async function listInstallations(
  db: Queryable,
  filter: { projectId: string; integrationId?: string; groupRef?: string },
): Promise<Installation[]> {
  const { rows } = await db.query<Row>(
    `${select} AND ($2::uuid IS NULL OR installation.integration_id = $2)
     AND ($3::text IS NULL OR installation.group_ref = $3) ORDER BY installation.id`,
    [filter.projectId, filter.integrationId ?? null, filter.groupRef ?? null],
  );
  return rows.map(toInstallation);
}

type InstallationKey = { projectId: string; integrationId: string; id: string };

/** One installation of an integration. */
export async function findInstallation(
  db: Queryable,
  { projectId, integrationId, id }: InstallationKey,
): Promise<Installation | undefined> {
  if (!isId(id)) return undefined;
  const text = `${select} AND installation.integration_id = $2 AND installation.id = $3`;
  const { rows } = await db.query<Row>(text, [projectId, integrationId, id]);
  return rows[0] && toInstallation(rows[0]);
}

/** The same; nobody else changes it until the transaction ends. */
export const holdInstallation = (tx: Queryable, key: InstallationKey): Promise<Installation | undefined> =>
  holdRow(tx, { table: 'installation', lock: 'UPDATE' }, () => findInstallation(tx, key));

export type NewInstallation = {
  projectId: string;
  integrationId: string;
  groupRef: string;
  groupName: string | null;
  connectionId: string;
  createdBy: string;
  config: { revisionId: string; content: ConfigContent };
};

/** Opens an installation with its first config. Undefined when the group has installed the integration already. */
export async function insertInstallation(
  tx: Queryable,
  installation: NewInstallation,
): Promise<Installation | undefined> {
  const { projectId, integrationId, createdBy } = installation;
  const id = newId();
  const configId = newId();
  const { rowCount } = await tx.query(
    `INSERT INTO installation (id, project_id, integration_id, group_ref, group_name, connection_id, config_id, created_by,
       listed_objects_only)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, true) ON CONFLICT DO NOTHING`,
    [
      id,
      projectId,
      integrationId,
      installation.groupRef,
      installation.groupName,
      installation.connectionId,
      configId,
      createdBy,
    ],
  );
  if (rowCount === 0) return undefined;
  await addConfig(tx, { ...installation.config, id: configId, projectId, installationId: id, createdBy });
  return findInstallation(tx, { projectId, integrationId, id });
}

type NewConfig = {
  id: string;
  projectId: string;
  installationId: string;
  revisionId: string;
  content: ConfigContent;
  createdBy: string;
};

async function addConfig(tx: Queryable, config: NewConfig): Promise<void> {
  await tx.query(
    `INSERT INTO installation_config (id, project_id, installation_id, revision_id, content, created_by, create_time)
     VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp())`,
    [config.id, config.projectId, config.installationId, config.revisionId, config.content, config.createdBy],
  );
}

export type InstallationChange = {
  connectionId?: string;
  /** Makes a new config, which is in force from then on. */
  config?: { revisionId: string; content: ConfigContent; createdBy: string };
};

/** Changes an installation that the transaction holds. */
export async function changeInstallation(
  tx: Queryable,
  { id, projectId, integrationId }: Pick<Installation, 'id' | 'projectId' | 'integrationId'>,
  { connectionId, config }: InstallationChange,
): Promise<Installation> {
  const configId = config && newId();
  if (config && configId !== undefined) {
    await addConfig(tx, { ...config, id: configId, projectId, installationId: id });
  }
  await tx.query(
    `UPDATE installation SET connection_id = coalesce($2, connection_id), config_id = coalesce($3, config_id),
       listed_objects_only = listed_objects_only OR $3 IS NOT NULL, update_time = clock_timestamp()
     WHERE id = $1`,
    [id, connectionId ?? null, configId ?? null],
  );
  const changed = await findInstallation(tx, { projectId, integrationId, id });
  if (changed === undefined) throw new Error('a held installation is gone');
  return changed;
}

/** Removes an installation that the transaction holds. Its configs stay: operations name them. */
export async function removeInstallation(tx: Queryable, id: string): Promise<void> {
  await tx.query('DELETE FROM installation WHERE id = $1', [id]);
}

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));

function toInstallation({ connection, ...row }: Row): Installation {
  return {
    id: row.id,
    projectId: row.projectId,
    integrationId: row.integrationId,
    integrationName: row.integrationName,
    provider: row.provider,
    groupRef: row.groupRef,
    groupName: row.groupName,
    healthStatus: connection.status === 'working' ? 'healthy' : 'unhealthy',
    createdBy: row.createdBy,
    createTime: row.createTime,
    updateTime: row.updateTime,
    connection: {
      ...connection,
      createTime: new Date(connection.createTime),
      updateTime: toDate(connection.updateTime),
      expireTime: toDate(connection.expireTime),
    },
    config: {
      id: row.configId,
      revisionId: row.configRevisionId,
      content: row.configContent,
      createdBy: row.configCreatedBy,
      createTime: row.configCreateTime,
    },
  };
}
