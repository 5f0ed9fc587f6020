import {
  holdRow,
  inOrderOfIds,
  isId,
  newId,
  unlessTaken,
  type Database,
  type Prisma,
  type Queryable,
  type Span,
  type Transaction,
} from '@writ/db';
import type { Actor } from '@writ/contracts';
import { insertAuditEntries, type SealedPlace, type Secrets } from '@writ/tenancy';

/** The builder's app at a provider, without its secret: tokens are refreshed in its name. */
export type ProviderApp = Omit<Prisma.ProviderAppModel, 'clientSecret'>;

/** What tokens are asked for with. It holds a secret: never log it. */
type AppCredentials = { clientId: string; clientSecret: string };

type NewProviderApp = { projectId: string; provider: string; scopes: readonly string[] } & AppCredentials;
const place = (rowId: string): SealedPlace => ({ table: 'provider_app', column: 'client_secret', rowId });
const hidden = { clientSecret: true } as const;

/** The provider apps of projects: one for each provider (Contract §5). */
export function providerApps({ prisma, transaction }: Database, secrets: Secrets) {
  return {
    insert: async (
      { clientSecret, scopes, ...app }: NewProviderApp,
      by: Actor,
    ): Promise<ProviderApp | 'name-taken'> => {
      const id = newId();
      const seal = await secrets.sealer(app.projectId);
      const data = { ...app, id, clientSecret: seal(clientSecret, place(id)), scopes: [...scopes] };
      return unlessTaken(() =>
        transaction(async (tx) => {
          const inserted = await tx.prisma.providerApp.create({ data, omit: hidden });
          await renewNow(tx.prisma, inserted, { evenWithoutFailure: true });
          await insertAuditEntries(tx.prisma, by, { resource, after: inserted, secrets: ['clientSecret'] });
          return inserted;
        }),
      );
    },
    list: (projectId: string, span?: Span): Promise<ProviderApp[]> =>
      prisma.providerApp.findMany({ ...inOrderOfIds({ projectId }, span), omit: hidden }),
    /** Undefined when the project has no such app. */
    change: async (
      projectId: string,
      id: string,
      { clientId, clientSecret, scopes }: Partial<NewProviderApp>,
      by: Actor,
    ): Promise<ProviderApp | undefined> => {
      const seal = clientSecret === undefined ? undefined : await secrets.sealer(projectId);
      return transaction(async (tx) => {
        const before = await hold(tx, projectId, id);
        if (before === undefined) return undefined;
        const data = {
          ...(clientId !== undefined && { clientId }),
          ...(clientSecret !== undefined && seal && { clientSecret: seal(clientSecret, place(id)) }),
          ...(scopes && { scopes: [...scopes] }),
          updateTime: new Date(),
        };
        const after = await tx.prisma.providerApp.update({ where: { id }, data, omit: hidden });
        await renewNow(tx.prisma, after);
        const acts = { resource, before, after, secrets: seal ? ['clientSecret'] : [] };
        await insertAuditEntries(tx.prisma, by, acts);
        return after;
      });
    },
    /** False when the project has no such app. */
    remove: (projectId: string, id: string, by: Actor): Promise<boolean> =>
      transaction(async (tx) => {
        const before = await hold(tx, projectId, id);
        if (before === undefined) return false;
        await tx.prisma.providerApp.delete({ where: { id } });
        await renewNow(tx.prisma, before);
        await insertAuditEntries(tx.prisma, by, { resource, before });
        return true;
      }),
  };
}

const resource = 'providerApp';

const hold = (
  { prisma, sql }: Transaction,
  projectId: string,
  id: string,
): Promise<ProviderApp | undefined> =>
  holdRow(sql, { table: 'provider_app', lock: 'UPDATE' }, async () =>
    isId(id)
      ? ((await prisma.providerApp.findFirst({ where: { projectId, id }, omit: hidden })) ?? undefined)
      : undefined,
  );

/**
 * Makes the renewals of the app's connections due now: the app that the last ones failed with has changed. The worker clears
 * the failures of connections that it can no longer renew.
 *
 * @param options.evenWithoutFailure also those that could not be tried for want of an app
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

/** What the project's app at the provider signs with; undefined when it has none. A worker asks: it stays without Prisma. */
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
