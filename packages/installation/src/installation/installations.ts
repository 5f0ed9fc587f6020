import { isId, newId, type Queryable } from '@writ/db';
import type { ConfigContent } from '../config/config-content.ts';
import { findConnectionsById, type Connection } from '../connection/connections.ts';

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
  healthStatus: 'healthy' | 'unhealthy';
  createdBy: string;
  createTime: Date;
  updateTime: Date | null;
  config: InstallationConfig;
  connection: Connection;
};

type Row = Omit<Installation, 'config' | 'connection'> & {
  connectionId: string;
  configId: string;
  configRevisionId: string;
  configContent: ConfigContent;
  configCreatedBy: string;
  configCreateTime: Date;
};

const select = `
  SELECT installation.id, installation.project_id AS "projectId", installation.integration_id AS "integrationId",
         integration.name AS "integrationName", integration.provider, installation.group_ref AS "groupRef",
         installation.group_name AS "groupName", installation.health_status AS "healthStatus",
         installation.created_by AS "createdBy",
         installation.create_time AS "createTime", installation.update_time AS "updateTime",
         installation.connection_id AS "connectionId", config.id AS "configId",
         config.revision_id AS "configRevisionId", config.content AS "configContent",
         config.created_by AS "configCreatedBy", config.create_time AS "configCreateTime"
  FROM installation
  JOIN integration ON integration.id = installation.integration_id
  JOIN installation_config AS config ON config.id = installation.config_id
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
  return withConnections(db, rows);
}

/** One installation of an integration; with `lock` nobody else changes it until the transaction ends. */
export async function findInstallation(
  db: Queryable,
  key: { projectId: string; integrationId: string; id: string },
  options: { lock: boolean } = { lock: false },
): Promise<Installation | undefined> {
  if (!isId(key.id)) return undefined;
  const lock = options.lock ? ' FOR UPDATE OF installation' : '';
  const { rows } = await db.query<Row>(
    `${select} AND installation.integration_id = $2 AND installation.id = $3${lock}`,
    [key.projectId, key.integrationId, key.id],
  );
  return (await withConnections(db, rows))[0];
}

/** SQL for the health of an installation that writes through this connection. */
const healthOver = (connectionId: string): string =>
  `CASE WHEN EXISTS (SELECT FROM connection WHERE id = ${connectionId} AND status <> 'working')
     THEN 'unhealthy' ELSE 'healthy' END`;

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
export async function openInstallation(
  tx: Queryable,
  installation: NewInstallation,
): Promise<Installation | undefined> {
  const { projectId, integrationId, createdBy } = installation;
  const id = newId();
  const configId = newId();
  const { rowCount } = await tx.query(
    `INSERT INTO installation (id, project_id, integration_id, group_ref, group_name, connection_id, config_id, created_by,
       health_status, listed_objects_only)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, ${healthOver('$6')}, true) ON CONFLICT DO NOTHING`,
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
       listed_objects_only = listed_objects_only OR $3 IS NOT NULL,
       health_status = ${healthOver('coalesce($2, connection_id)')}, update_time = clock_timestamp()
     WHERE id = $1`,
    [id, connectionId ?? null, configId ?? null],
  );
  const changed = await findInstallation(tx, { projectId, integrationId, id });
  if (changed === undefined) throw new Error('a held installation is gone');
  return changed;
}

/** Removes an installation; false when somebody else did. Its configs stay: operations name them. */
export async function removeInstallation(tx: Queryable, id: string): Promise<boolean> {
  return (await tx.query('DELETE FROM installation WHERE id = $1', [id])).rowCount === 1;
}

async function withConnections(db: Queryable, rows: readonly Row[]): Promise<Installation[]> {
  if (rows.length === 0) return [];
  const connections = await findConnectionsById(db, [...new Set(rows.map((row) => row.connectionId))]);
  const byId = new Map(connections.map((connection) => [connection.id, connection]));
  return rows.flatMap((row) => {
    const connection = byId.get(row.connectionId);
    return connection === undefined ? [] : [toInstallation(row, connection)];
  });
}

function toInstallation(row: Row, connection: Connection): Installation {
  return {
    id: row.id,
    projectId: row.projectId,
    integrationId: row.integrationId,
    integrationName: row.integrationName,
    provider: row.provider,
    groupRef: row.groupRef,
    groupName: row.groupName,
    healthStatus: row.healthStatus,
    createdBy: row.createdBy,
    createTime: row.createTime,
    updateTime: row.updateTime,
    connection,
    config: {
      id: row.configId,
      revisionId: row.configRevisionId,
      content: row.configContent,
      createdBy: row.configCreatedBy,
      createTime: row.configCreateTime,
    },
  };
}
