import {
  holdRow,
  inOrderOfIds,
  isId,
  likeText,
  Prisma,
  type Queryable,
  type RowLock,
  type Span,
  type Transaction,
} from '@writ/db';
import { removedConnections } from './removed-connections.ts';

export type Connection = Omit<
  Prisma.ConnectionModel,
  keyof typeof hidden | 'authScheme' | 'status' | 'providerMetadata' | 'tokenFacts'
> & {
  authScheme: 'apiKey' | 'oauth2AuthorizationCode' | 'oauth2ClientCredentials';
  status: ConnectionStatus;
  providerMetadata: Readonly<Record<string, string>> | null;
  /** Facts returned with a token. */
  tokenFacts: Readonly<Record<string, string>> | null;
};

/**
 * `unverified`: the provider could not yet be asked whose credentials these are. Nothing is sent with them.
 */
export type ConnectionStatus = 'working' | 'unverified' | 'bad_credentials';

const hidden = { credentials: true, grantedHere: true, refreshDueTime: true, renewTime: true } as const;

export type GroupFilter = {
  projectId: string;
  provider?: string;
  groupRef?: string;
  /** Part of the group's reference or name, ignoring case. */
  q?: string;
  health?: 'healthy' | 'unhealthy';
};
type ConnectionFilter = GroupFilter & { consumerRef?: string; account?: string };

export async function listConnections(
  prisma: Prisma.TransactionClient,
  { q, health, ...members }: ConnectionFilter,
  span?: Span,
): Promise<Connection[]> {
  const holds = { contains: likeText(q ?? ''), mode: 'insensitive' } as const;
  const where = {
    ...members,
    ...(health && { [health === 'healthy' ? 'AND' : 'NOT']: { status: 'working', renewalError: null } }),
    ...(q !== undefined && { OR: [{ groupRef: holds }, { groupName: holds }] }),
  };
  const rows = await prisma.connection.findMany({ ...inOrderOfIds(where, span), omit: hidden });
  return rows.map((row) => row as Connection);
}

/** By id, or a group's to a provider: the last one that works, else the last one. */
export type ConnectionKey = { projectId: string } & (
  { id: string; groupRef?: string } | { provider: string; groupRef: string }
);

export async function findConnection(
  prisma: Prisma.TransactionClient,
  key: ConnectionKey,
): Promise<Connection | undefined> {
  if ('id' in key && !isId(key.id)) return undefined;
  const last = (where: Prisma.ConnectionWhereInput) =>
    prisma.connection.findFirst({ where, orderBy: { id: 'desc' }, omit: hidden });
  const working = 'id' in key ? null : await last({ ...key, status: 'working' });
  return ((working ?? (await last(key))) as Connection | null) ?? undefined;
}

/** The same, locked until the transaction ends. Lock an installation before its connection. */
export const holdConnection = (
  { prisma, sql }: Transaction,
  lock: RowLock,
  key: ConnectionKey,
): Promise<Connection | undefined> =>
  holdRow(sql, { table: 'connection', lock }, () => findConnection(prisma, key));

const unverifiedSql = `
  SELECT id FROM connection WHERE status = 'unverified' AND ($1::uuid IS NULL OR id > $1) ORDER BY id LIMIT $2`;

export async function listUnverified(
  db: Queryable,
  { afterId, limit }: { afterId: string | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(unverifiedSql, [afterId ?? null, limit]);
  return rows.map(({ id }) => id);
}

export async function findSealedCredentials(
  prisma: Prisma.TransactionClient,
  id: string,
): Promise<string | undefined> {
  return (await prisma.connection.findUnique({ where: { id }, select: { credentials: true } }))?.credentials;
}

/** Unknown facts are null or absent. The credentials are sealed for this id. */
type NewConnection = Omit<
  Prisma.ConnectionCreateInput,
  | 'status'
  | 'refreshDueTime'
  | 'renewTime'
  | 'renewalError'
  | 'createTime'
  | 'updateTime'
  | 'authScheme'
  | 'providerMetadata'
> &
  Pick<Connection, 'authScheme' | 'providerMetadata'> &
  Partial<Pick<Connection, 'status'>>;

export const insertConnection = async (
  prisma: Prisma.TransactionClient,
  connection: NewConnection,
): Promise<Connection> =>
  (await prisma.connection.create({ data: withMetadata(connection), omit: hidden })) as Connection;

/** At most `limit`, oldest first. */
export async function connectionUsers(
  prisma: Prisma.TransactionClient,
  connectionId: string,
  limit: number,
): Promise<string[]> {
  const users = await prisma.installation.findMany({
    where: { connectionId },
    orderBy: { id: 'asc' },
    take: limit,
    select: { id: true },
  });
  return users.map(({ id }) => id);
}

export const removeConnection = (prisma: Prisma.TransactionClient, id: string): Promise<unknown> =>
  removedConnections(prisma, Prisma.sql`SELECT ${id}::uuid`);

/** Each member as it is afterwards. */
type ConnectionChange = Pick<
  Connection,
  | 'groupName'
  | 'consumerRef'
  | 'consumerName'
  | 'providerWorkspaceRef'
  | 'quotaPercent'
  | 'providerMetadata'
  | 'account'
> & {
  /** Absent: unchanged, unless there are new credentials. */
  status?: Connection['status'];
  /** Sealed for this id, with the facts that came with them. `working` by default. */
  credentials?: Pick<Prisma.ConnectionModel, 'authScheme' | 'credentials' | 'expireTime'> &
    Partial<Pick<Connection, 'status'>> & {
      tokenFacts?: Readonly<Record<string, string>>;
      /** False by default. */
      grantedHere?: boolean;
    };
};

export async function changeConnection(
  prisma: Prisma.TransactionClient,
  id: string,
  change: ConnectionChange,
): Promise<Connection> {
  const { credentials, status, ...facts } = change;
  if (credentials) await forgetRefreshes(prisma, id);
  const data = {
    ...withMetadata(facts),
    ...(status && { status }),
    ...(credentials && {
      status: 'working',
      grantedHere: false,
      ...credentials,
      refreshDueTime: null,
      renewTime: null,
      renewalError: null,
    }),
    updateTime: new Date(),
  };
  return (await prisma.connection.update({ where: { id }, data, omit: hidden })) as Connection;
}

/** Prisma distinguishes a column without a value from JSON's null. */
const withMetadata = <Row extends Pick<Connection, 'providerMetadata'>>(row: Row) => ({
  ...row,
  providerMetadata: row.providerMetadata ?? Prisma.DbNull,
});

const forgetRefreshes = (prisma: Prisma.TransactionClient, connectionId: string): Promise<unknown> =>
  prisma.tokenRefresh.deleteMany({ where: { connectionId } });

type AccountKey = Pick<Prisma.ConnectionModel, 'projectId' | 'provider' | 'account'>;

/** For each account, the first `limit` connected groups by name. */
export async function groupsOfAccounts(
  prisma: Prisma.TransactionClient,
  accounts: readonly AccountKey[],
  limit: number,
): Promise<readonly (readonly string[])[]> {
  const rows = await prisma.$queryRaw<{ at: number; groupRef: string }[]>`
    SELECT asked.at::int AS at, own.group_ref AS "groupRef"
    FROM unnest(${accounts.map((one) => one.projectId)}::uuid[], ${accounts.map((one) => one.provider)}::text[],
      ${accounts.map((one) => one.account)}::text[]) WITH ORDINALITY AS asked (project_id, provider, account, at),
    LATERAL (
      SELECT DISTINCT group_ref FROM connection c
      WHERE c.project_id = asked.project_id AND c.provider = asked.provider AND c.account = asked.account
      ORDER BY group_ref LIMIT ${limit}) AS own`;
  const byAccount = Map.groupBy(rows, ({ at }) => at);
  return accounts.map((_, index) => (byAccount.get(index + 1) ?? []).map(({ groupRef }) => groupRef));
}

/** At most `limit`. */
export const accountsOfGroup = (
  prisma: Prisma.TransactionClient,
  { limit, ...group }: { projectId: string; groupRef: string; limit: number },
): Promise<AccountKey[]> =>
  prisma.connection.findMany({
    where: group,
    select: { projectId: true, provider: true, account: true },
    orderBy: { id: 'asc' },
    take: limit,
  });
