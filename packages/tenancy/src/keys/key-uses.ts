import { askAgain, type Queryable } from '@writ/db';

export type KeyUses = ReturnType<typeof keyUses>;

const tables = { apiKey: 'api_key', jwt: 'jwt_key' } as const;

/** Skips locked rows: nothing waits, nothing deadlocks. */
const storeSql = (table: string): string => `
  WITH used AS (
    SELECT id FROM ${table} WHERE id = ANY ($1::uuid[])
      AND (last_used_time IS NULL OR last_used_time < clock_timestamp() - interval '30 s')
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)
  UPDATE ${table} AS key SET last_used_time = clock_timestamp() FROM used WHERE key.id = used.id`;

/** Collects the keys in use; `store` writes them. A process that dies loses about a minute's. */
export function keyUses(db: Queryable) {
  const used = { apiKey: new Set<string>(), jwt: new Set<string>() };
  return {
    note: ({ kind, keyId }: { kind: keyof typeof tables; keyId: string }): void => void used[kind].add(keyId),
    store: async (): Promise<void> => {
      for (const kind of ['apiKey', 'jwt'] as const) {
        const ids = [...used[kind]];
        used[kind].clear();
        if (ids.length > 0) await askAgain(() => db.query(storeSql(tables[kind]), [ids]));
      }
    },
  };
}
