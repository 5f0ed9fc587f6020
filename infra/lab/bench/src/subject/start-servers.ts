import { startKafka, startPostgres, startRedis } from '@writ/local-servers';
import type { LocalKafka, LocalPostgres, LocalRedis, LocalServer } from '@writ/local-servers';
import type { BenchContext } from '../benchmark.ts';

export type BenchServers = { postgres: LocalPostgres; redis: LocalRedis; kafka: LocalKafka };

const maxConnections = 300;

/** Postgres, Redis and Kafka as they are in operation (Postgres waits for its disk), in folders that go with them. `more` are settings of Postgres. */
export async function startServers(
  { closing, tell }: BenchContext,
  more: readonly string[] = [],
): Promise<BenchServers> {
  tell('Starting Postgres, Redis and Kafka.');
  const keep = async <S extends LocalServer>(starting: Promise<S>) =>
    closing.add(await starting, (server) => server.close());
  return {
    postgres: await keep(startPostgres({ maxConnections, more, tell })),
    redis: await keep(startRedis({ appendOnly: true, tell })),
    kafka: await keep(startKafka({ tell })),
  };
}
