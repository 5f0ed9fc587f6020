import { inTransaction, isId, newId, unlessTaken, type Database, type Queryable } from '@writ/db';
import { type Keyring, unseal, seal } from '@writ/tenancy';
import { endRests } from '../tokens/token-refresh-rows.ts';

/** The builder's app at a provider, without its secret: tokens are refreshed in its name. */
export type ProviderApp = {
  id: string;
  projectId: string;
  provider: string;
  clientId: string;
  scopes: string[];
  createTime: Date;
  updateTime: Date | null;
};

/** What a token is refreshed with. It holds a secret: never log it. */
export type AppCredentials = { clientId: string; clientSecret: string };

type NewProviderApp = { projectId: string; provider: string; scopes: readonly string[] } & AppCredentials;
export type ProviderAppChanges = Partial<Pick<NewProviderApp, 'clientId' | 'clientSecret' | 'scopes'>>;

/** The provider apps of projects: one for each provider (Contract §5). */
export type ProviderAppRepository = {
  insert(app: NewProviderApp): Promise<ProviderApp | 'name-taken'>;
  list(projectId: string): Promise<ProviderApp[]>;
  /** Undefined when the project has no such app. */
  change(projectId: string, id: string, changes: ProviderAppChanges): Promise<ProviderApp | undefined>;
  /** False when the project has no such app. */
  remove(projectId: string, id: string): Promise<boolean>;
};

const columns = `
  id, project_id AS "projectId", provider, client_id AS "clientId", scopes, create_time AS "createTime",
  update_time AS "updateTime"`;
const insertSql = `
  INSERT INTO provider_app (id, project_id, provider, client_id, client_secret, scopes)
  VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${columns}`;
const updateSql = `
  UPDATE provider_app SET client_id = coalesce($3, client_id), client_secret = coalesce($4, client_secret),
    scopes = coalesce($5, scopes), update_time = clock_timestamp()
  WHERE project_id = $1 AND id = $2 RETURNING ${columns}`;

const place = (id: string) => ({ table: 'provider_app', column: 'client_secret', rowId: id });

export function providerApps({ pool }: Pick<Database, 'pool'>, keyring: Keyring): ProviderAppRepository {
  /** Runs a statement that gives one app; its connections need not wait any longer for a refresh that failed. */
  const put = (sql: string, values: unknown[]): Promise<ProviderApp | undefined> =>
    inTransaction(pool, async (tx) => {
      const [app] = (await tx.query<ProviderApp>(sql, values)).rows;
      if (app) await endRests(tx, app.projectId, app.provider);
      return app;
    });
  return {
    insert: async ({ projectId, provider, clientId, clientSecret, scopes }) => {
      const id = newId();
      const sealed = seal(keyring, clientSecret, place(id));
      const opened = await unlessTaken(() =>
        put(insertSql, [id, projectId, provider, clientId, sealed, scopes]),
      );
      if (opened === undefined) throw new Error('an insert gave no row');
      return opened;
    },
    list: async (projectId) =>
      (
        await pool.query<ProviderApp>(
          `SELECT ${columns} FROM provider_app WHERE project_id = $1 ORDER BY id`,
          [projectId],
        )
      ).rows,
    change: async (projectId, id, { clientId, clientSecret, scopes }) => {
      if (!isId(id)) return undefined;
      const sealed = clientSecret === undefined ? null : seal(keyring, clientSecret, place(id));
      return put(updateSql, [projectId, id, clientId ?? null, sealed, scopes ?? null]);
    },
    remove: async (projectId, id) =>
      isId(id) &&
      (await pool.query('DELETE FROM provider_app WHERE project_id = $1 AND id = $2', [projectId, id]))
        .rowCount === 1,
  };
}

/** What the project's app at the provider signs with; undefined when it has none. */
export async function findAppCredentials(
  db: Queryable,
  keyring: Keyring,
  { projectId, provider }: { projectId: string; provider: string },
): Promise<AppCredentials | undefined> {
  const { rows } = await db.query<{ id: string; client_id: string; client_secret: string }>(
    'SELECT id, client_id, client_secret FROM provider_app WHERE project_id = $1 AND provider = $2',
    [projectId, provider],
  );
  const [app] = rows;
  return app && { clientId: app.client_id, clientSecret: unseal(keyring, app.client_secret, place(app.id)) };
}
