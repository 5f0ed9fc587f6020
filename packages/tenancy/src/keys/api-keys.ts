import type { Actor, Scope } from '@writ/contracts';
import { isId, type Database, type Prisma, type Queryable } from '@writ/db';
import { projectRows } from '../rows/project-rows.ts';
import { createApiKeyText, hashApiKey, looksLikeApiKey, shownPrefix } from './api-key-text.ts';

export type ApiKey = Omit<Prisma.ApiKeyModel, 'hash' | 'scopes'> & { scopes: Scope[] };

/** Named by id or by their text. */
export function apiKeys(database: Pick<Database, 'prisma' | 'transaction'>) {
  const { insert, ...rows } = projectRows<ApiKey, { hash: Uint8Array<ArrayBuffer> }>(database, {
    table: 'api_key',
    delegate: (prisma) => prisma.apiKey,
    resource: 'apiKey',
    omit: { hash: true },
    audited: ({ prefix: _, ...row }) => row,
    named: (text) => (isId(text) ? { id: text } : looksLikeApiKey(text) ? { hash: hashOf(text) } : undefined),
  });
  return {
    ...rows,
    /** Only this answer has the key's text. */
    insert: async (
      given: { projectId: string; label: string; scopes: readonly Scope[] },
      by: Actor,
    ): Promise<ApiKey & { key: string }> => {
      const key = createApiKeyText(given.scopes);
      const row = await insert({ ...given, hash: hashOf(key), prefix: shownPrefix(key) }, by);
      return { ...row, key };
    },
  };
}

const hashOf = (key: string) => Uint8Array.from(Buffer.from(hashApiKey(key), 'hex'));

const expiringSql = `
  SELECT count(*)::int AS count FROM (
    SELECT FROM api_key
    WHERE active AND expire_time > clock_timestamp() AND expire_time < clock_timestamp() + $1 * interval '1 day'
    LIMIT $2) AS expiring`;

/** Active keys of all projects that end within so many days, counted up to `limit`. */
export async function countExpiringKeys(
  db: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  return (await db.query<{ count: number }>(expiringSql, [days, limit])).rows[0]?.count ?? 0;
}
