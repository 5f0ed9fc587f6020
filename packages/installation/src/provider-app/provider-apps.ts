import type { Actor } from '@writ/contracts';
import { newId, type Database, type Prisma, type Queryable, type Span } from '@writ/db';
import { projectRows, type SealedPlace, type Secrets } from '@writ/tenancy';

/** The builder's app at a provider, without its secret. Tokens are refreshed in its name. */
export type ProviderApp = Omit<Prisma.ProviderAppModel, 'clientSecret'>;

/** Never log it. */
type AppCredentials = { clientId: string; clientSecret: string };

type NewProviderApp = { projectId: string; provider: string; scopes: readonly string[] } & AppCredentials;

const place = (rowId: string): SealedPlace => ({ table: 'provider_app', column: 'client_secret', rowId });

/** At most one app per provider and project. A change makes the renewals of its connections due. */
export function providerApps(database: Pick<Database, 'prisma' | 'transaction'>, secrets: Secrets) {
  const rows = projectRows<ProviderApp, { clientSecret: string }>(database, {
    table: 'provider_app',
    delegate: (prisma) => prisma.providerApp,
    resource: 'providerApp',
    omit: { clientSecret: true },
  });
  const sealed = async (projectId: string, id: string, clientSecret: string | undefined) => {
    if (clientSecret === undefined) return {};
    const seal = await secrets.sealer(projectId);
    return { clientSecret: seal(clientSecret, place(id)) };
  };
  const secretIn = (values: object) => ('clientSecret' in values ? ['clientSecret'] : []);
  return {
    list: (projectId: string, span?: Span): Promise<ProviderApp[]> => rows.list({ projectId }, span),
    insert: async ({ clientSecret, ...app }: NewProviderApp, by: Actor): Promise<ProviderApp> => {
      const id = newId();
      const values = { ...app, id, ...(await sealed(app.projectId, id, clientSecret)) };
      return rows.insert(values, by, {
        secrets: secretIn(values),
        also: ({ prisma }, row) => renewNow(prisma, row, { evenWithoutFailure: true }),
      });
    },
    change: async (
      projectId: string,
      id: string,
      { clientSecret, ...changes }: Partial<Omit<NewProviderApp, 'projectId' | 'provider'>>,
      by: Actor,
    ): Promise<ProviderApp | undefined> => {
      const values = { ...changes, ...(await sealed(projectId, id, clientSecret)) };
      return rows.change(projectId, id, values, by, {
        secrets: secretIn(values),
        also: ({ prisma }, row) => renewNow(prisma, row),
      });
    },
    remove: (projectId: string, id: string, by: Actor): Promise<ProviderApp | undefined> =>
      rows.remove(projectId, id, by, { also: ({ prisma }, row) => renewNow(prisma, row) }),
  };
}

/**
 * Makes the renewals of the app's connections due: earlier ones failed with another app.
 * @param options.evenWithoutFailure also connections that had no app
 */
async function renewNow(
  prisma: Prisma.TransactionClient,
  { projectId, provider }: ProviderApp,
  { evenWithoutFailure = false }: { evenWithoutFailure?: boolean } = {},
): Promise<void> {
  await prisma.$executeRaw`
    UPDATE connection SET renew_time = clock_timestamp()
    WHERE project_id = ${projectId}::uuid AND provider = ${provider}
      AND (${evenWithoutFailure} OR EXISTS (SELECT FROM token_refresh WHERE connection_id = connection.id))`;
  await prisma.$executeRaw`
    UPDATE token_refresh SET until = clock_timestamp(), failures = 0 WHERE holder IS NULL AND connection_id IN
      (SELECT id FROM connection WHERE project_id = ${projectId}::uuid AND provider = ${provider})`;
}

/** Workers call it, so it needs no Prisma. */
export async function findAppCredentials(
  db: Queryable,
  secrets: Secrets,
  { projectId, provider }: { projectId: string; provider: string },
): Promise<(AppCredentials & { id: string }) | undefined> {
  const { rows } = await db.query<{ id: string; client_id: string; client_secret: string }>(
    'SELECT id, client_id, client_secret FROM provider_app WHERE project_id = $1 AND provider = $2',
    [projectId, provider],
  );
  const [app] = rows;
  if (app === undefined) return undefined;
  const clientSecret = await secrets.open(app.client_secret, place(app.id));
  return { id: app.id, clientId: app.client_id, clientSecret };
}
