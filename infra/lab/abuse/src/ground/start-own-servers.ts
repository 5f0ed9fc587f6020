import { migrateDatabase } from '@writ/db';
import { startPostgres, startRedis } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';

/** Postgres with every migration, and Redis, of this run's own. */
export async function startOwnServers(
  closing: Closing,
  tell: (line: string) => void,
): Promise<{ databaseUrl: string; redisUrl: string }> {
  tell('Starting Postgres and Redis.');
  const postgres = closing.add(await startPostgres({ maxConnections: 100, tell }), (server) =>
    server.close(),
  );
  const redis = closing.add(await startRedis({ tell }), (server) => server.close());
  await migrateDatabase(postgres.url, () => undefined);
  return { databaseUrl: postgres.url, redisUrl: redis.url };
}
