import { holdRow, isId, type Queryable, type RowLock } from '@writ/db';
import { forgetRefreshes } from '../tokens/token-refresh-rows.ts';

export type AuthScheme = 'apiKey' | 'oauth2AuthorizationCode';

/** A connection to a customer's account, without its credentials. */
export type Connection = {
  id: string;
  projectId: string;
  provider: string;
  groupRef: string;
  groupName: string | null;
  consumerRef: string | null;
  consumerName: string | null;
  providerWorkspaceRef: string | null;
  account: string;
  authScheme: AuthScheme;
  status: 'working' | 'bad_credentials';
  expireTime: Date | null;
  providerMetadata: Readonly<Record<string, string>> | null;
  createTime: Date;
  updateTime: Date | null;
};

/** SQL: what is read of a connection. */
export const connectionColumns = `
  id, project_id AS "projectId", provider, group_ref AS "groupRef", group_name AS "groupName",
  consumer_ref AS "consumerRef", consumer_name AS "consumerName", provider_workspace_ref AS "providerWorkspaceRef",
  account, auth_scheme AS "authScheme", status, expire_time AS "expireTime", provider_metadata AS "providerMetadata",
  create_time AS "createTime", update_time AS "updateTime"`;

/** The connections of a project, oldest first. */
export async function listConnections(
  db: Queryable,
  filter: { projectId: string; provider?: string; groupRef?: string },
): Promise<Connection[]> {
  const { rows } = await db.query<Connection>(
    `SELECT ${connectionColumns} FROM connection
     WHERE project_id = $1 AND ($2::text IS NULL OR provider = $2) AND ($3::text IS NULL OR group_ref = $3)
     ORDER BY id`,
    [filter.projectId, filter.provider ?? null, filter.groupRef ?? null],
  );
  return rows;
}

/** One connection of a project. */
export async function findConnection(
  db: Queryable,
  projectId: string,
  id: string,
): Promise<Connection | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await db.query<Connection>(
    `SELECT ${connectionColumns} FROM connection WHERE project_id = $1 AND id = $2`,
    [projectId, id],
  );
  return rows[0];
}

/** The connection that a group made last to a provider: the one that installations take unless told otherwise. */
export async function findNewestConnection(
  db: Queryable,
  filter: { projectId: string; provider: string; groupRef: string },
): Promise<Connection | undefined> {
  const { rows } = await db.query<Connection>(
    `SELECT ${connectionColumns} FROM connection WHERE project_id = $1 AND provider = $2 AND group_ref = $3
     ORDER BY id DESC LIMIT 1`,
    [filter.projectId, filter.provider, filter.groupRef],
  );
  return rows[0];
}

/** The connection that `find` gives, held until the transaction ends. Who holds an installation as well takes that first. */
export const holdConnection = (
  tx: Queryable,
  lock: RowLock,
  find: () => Promise<Connection | undefined>,
): Promise<Connection | undefined> => holdRow(tx, { table: 'connection', lock }, find);

export async function findConnectionsById(db: Queryable, ids: readonly string[]): Promise<Connection[]> {
  return (
    await db.query<Connection>(`SELECT ${connectionColumns} FROM connection WHERE id = ANY ($1::uuid[])`, [
      ids,
    ])
  ).rows;
}

/** The sealed credentials of a connection; undefined where there is none any more. */
export async function findSealedCredentials(db: Queryable, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ credentials: string }>(
    'SELECT credentials FROM connection WHERE id = $1',
    [id],
  );
  return rows[0]?.credentials;
}

export type NewConnection = Omit<Connection, 'status' | 'createTime' | 'updateTime'> & {
  /** Sealed for this connection's id. */
  credentials: string;
};

export async function insertConnection(tx: Queryable, connection: NewConnection): Promise<Connection> {
  const { rows } = await tx.query<Connection>(
    `INSERT INTO connection (id, project_id, provider, group_ref, group_name, consumer_ref, consumer_name,
       provider_workspace_ref, account, auth_scheme, credentials, expire_time, provider_metadata)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     RETURNING ${connectionColumns}`,
    [
      connection.id,
      connection.projectId,
      connection.provider,
      connection.groupRef,
      connection.groupName,
      connection.consumerRef,
      connection.consumerName,
      connection.providerWorkspaceRef,
      connection.account,
      connection.authScheme,
      connection.credentials,
      connection.expireTime,
      connection.providerMetadata,
    ],
  );
  if (rows[0] === undefined) throw new Error('an insert gave no row');
  return rows[0];
}

/** Whether an installation writes through it. */
export async function isConnectionUsed(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT 1 FROM installation WHERE connection_id = $1 LIMIT 1', [id]);
  return (rowCount ?? 0) > 0;
}

export async function removeConnection(tx: Queryable, id: string): Promise<void> {
  await forgetRefreshes(tx, id);
  await tx.query('DELETE FROM connection WHERE id = $1', [id]);
}

/** What may change of a connection: each member as it is afterwards. */
export type ConnectionChange = Pick<
  Connection,
  'groupName' | 'consumerName' | 'providerWorkspaceRef' | 'providerMetadata'
> & {
  /** New ones; sealed for this connection's id. */
  credentials?: Pick<NewConnection, 'authScheme' | 'credentials' | 'expireTime'>;
};

/** Changes a connection that the transaction holds. With new credentials it counts as working again. */
export async function changeConnection(
  tx: Queryable,
  id: string,
  { credentials, ...change }: ConnectionChange,
): Promise<Connection> {
  if (credentials) {
    await tx.query(
      `UPDATE connection SET auth_scheme = $2, credentials = $3, expire_time = $4, refresh_due_time = NULL,
         status = 'working' WHERE id = $1`,
      [id, credentials.authScheme, credentials.credentials, credentials.expireTime],
    );
    await forgetRefreshes(tx, id);
  }
  const { rows } = await tx.query<Connection>(
    `UPDATE connection SET group_name = $2, consumer_name = $3, provider_workspace_ref = $4, provider_metadata = $5,
       update_time = clock_timestamp()
     WHERE id = $1 RETURNING ${connectionColumns}`,
    [id, change.groupName, change.consumerName, change.providerWorkspaceRef, change.providerMetadata],
  );
  if (rows[0] === undefined) throw new Error('a held connection is gone');
  return rows[0];
}

/** Notes that an account is called at another address from now on. */
export async function setInstanceUrl(tx: Queryable, id: string, instanceUrl: string): Promise<void> {
  await tx.query(
    `UPDATE connection SET update_time = clock_timestamp(),
       provider_metadata = coalesce(provider_metadata, '{}') || jsonb_build_object('instanceUrl', $2::text)
     WHERE id = $1`,
    [id, instanceUrl],
  );
}
