import type { Actor, Scope } from '@writ/contracts';
import {
  holdRow,
  inOrderOfIds,
  isId,
  newId,
  type Database,
  type Prisma,
  type Queryable,
  type Span,
  type Transaction,
} from '@writ/db';
import { insertAuditEntries } from '../audit/audit-entries.ts';
import { createApiKeyText, hashApiKey, looksLikeApiKey, shownPrefix } from './api-key-text.ts';

/** What is known of a key; the key itself is not. */
export type ApiKey = Omit<Prisma.ApiKeyGetPayload<{ omit: typeof hidden }>, 'scopes'> & { scopes: Scope[] };

export type ApiKeyRepository = ReturnType<typeof apiKeys>;

const hidden = { hash: true } as const;

/** The API keys of projects (Contract §3). */
export const apiKeys = ({ prisma, transaction }: Pick<Database, 'prisma' | 'transaction'>) => ({
  /** Makes a key. Its text is in this answer and nowhere else. */
  insert: async (
    given: { projectId: string; label: string; scopes: readonly Scope[] },
    by: Actor,
  ): Promise<ApiKey & { key: string }> => {
    const key = createApiKeyText(given.scopes);
    const stored = { hash: hashOf(key), prefix: shownPrefix(key) };
    const data = { ...given, ...stored, id: newId(), scopes: [...given.scopes] };
    const after = await transaction(async (tx) => {
      const row = await tx.prisma.apiKey.create({ data, omit: hidden });
      await insertAuditEntries(tx.prisma, by, { resource, after: audited(row) });
      return row;
    });
    return { ...toApiKey(after), key };
  },
  /** Undefined when the project has no such key. */
  find: (projectId: string, id: string) => find(prisma, projectId, id),
  list: async (filter: { projectId: string; active?: boolean }, span?: Span): Promise<ApiKey[]> => {
    const rows = await prisma.apiKey.findMany({ ...inOrderOfIds(filter, span), omit: hidden });
    return rows.map(toApiKey);
  },
  /** Changes a key that is named by its id or its text. Undefined when the project has no such key. */
  change: (
    projectId: string,
    idOrKey: string,
    {
      scopes,
      ...changes
    }: { label?: string; scopes?: readonly Scope[]; active?: boolean; expireTime?: Date | null },
    by: Actor,
  ): Promise<ApiKey | undefined> =>
    transaction(async (tx) => {
      const before = await hold(tx, projectId, idOrKey);
      if (before === undefined) return undefined;
      const data = { ...changes, ...(scopes && { scopes: [...scopes] }), updateTime: new Date() };
      const after = await tx.prisma.apiKey.update({ where: { id: before.id }, data, omit: hidden });
      await insertAuditEntries(tx.prisma, by, { resource, before: audited(before), after: audited(after) });
      return toApiKey(after);
    }),
  /** The same for its removal; false when the project has no such key. */
  remove: (projectId: string, idOrKey: string, by: Actor): Promise<boolean> =>
    transaction(async (tx) => {
      const before = await hold(tx, projectId, idOrKey);
      if (before === undefined) return false;
      await tx.prisma.apiKey.delete({ where: { id: before.id } });
      await insertAuditEntries(tx.prisma, by, { resource, before: audited(before) });
      return true;
    }),
});

const resource = 'apiKey';

/** The audit shows nothing of a key's text. */
const audited = <Row extends { prefix: unknown }>({ prefix: _, ...row }: Row): Omit<Row, 'prefix'> => row;

async function find(
  prisma: Prisma.TransactionClient,
  projectId: string,
  idOrKey: string,
): Promise<ApiKey | undefined> {
  const isNamedById = isId(idOrKey);
  if (!isNamedById && !looksLikeApiKey(idOrKey)) return undefined;
  const where = { projectId, ...(isNamedById ? { id: idOrKey } : { hash: hashOf(idOrKey) }) };
  const row = await prisma.apiKey.findFirst({ where, omit: hidden });
  return row ? toApiKey(row) : undefined;
}

const hashOf = (key: string) => Uint8Array.from(Buffer.from(hashApiKey(key), 'hex'));

const hold = ({ prisma, sql }: Transaction, projectId: string, idOrKey: string) =>
  holdRow(sql, { table: 'api_key', lock: 'UPDATE' }, () => find(prisma, projectId, idOrKey));

/** Scopes are checked where they come in. */
const toApiKey = (row: Omit<ApiKey, 'scopes'> & { scopes: string[] }): ApiKey => row as ApiKey;

const expiringSql = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM api_key
    WHERE active AND expire_time > clock_timestamp() AND expire_time < clock_timestamp() + $1 * interval '1 day'
    LIMIT $2) AS expiring`;

/** How many active keys of all projects end within so many days, counted up to `limit`. */
export async function countExpiringKeys(
  db: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return (await db.query<{ count: number }>(expiringSql, [days, limit])).rows[0]?.count ?? 0;
}
