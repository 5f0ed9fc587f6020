import { join } from 'node:path';
import { startKafka, startPostgres, startRedis } from '@writ/local-servers';
import type { LocalKafka, LocalPostgres, LocalRedis, LocalServer, Tell } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';

/** Running servers, which are not started. */
export type GivenServers = {
  databaseUrl?: string;
  databaseDirectUrl?: string;
  redisUrl?: string;
  kafkaBrokers?: string;
};

export type Servers = {
  databaseUrl: string;
  redisUrl: string;
  kafkaBrokers: string;
  postgres?: LocalPostgres;
  redis?: LocalRedis;
  kafka?: LocalKafka;
};

const maxConnections = 300;

/**
 * Starts Postgres, Redis and Kafka unless given, with their data below `dir`.
 *
 * @param options.bringBack restart servers that end by themselves
 */
export async function startServers(
  closing: Closing,
  dir: string,
  given: GivenServers,
  options: { tell: Tell; bringBack: boolean },
): Promise<Servers> {
  const { tell, bringBack } = options;
  const usual = { tell, ...(bringBack && { onLost: (error: Error) => tell(error.message) }) };
  const keep = async <S extends LocalServer>(starting: Promise<S>) =>
    closing.add(await starting, (server) => server.close());
  // Wait for all, so that a failure leaves none starting.
  const [postgres, redis, kafka] = await Promise.allSettled([
    given.databaseUrl
      ? undefined
      : keep(startPostgres({ ...usual, dir: join(dir, 'postgres'), maxConnections })),
    given.redisUrl ? undefined : keep(startRedis({ ...usual, dir: join(dir, 'redis'), appendOnly: true })),
    given.kafkaBrokers ? undefined : keep(startKafka({ ...usual, dir: join(dir, 'kafka') })),
  ]);
  const started = { postgres: valueOf(postgres), redis: valueOf(redis), kafka: valueOf(kafka) };
  return {
    databaseUrl: given.databaseUrl ?? started.postgres?.url ?? '',
    redisUrl: given.redisUrl ?? started.redis?.url ?? '',
    kafkaBrokers: given.kafkaBrokers ?? started.kafka?.brokers.join(',') ?? '',
    ...(started.postgres ? { postgres: started.postgres } : {}),
    ...(started.redis ? { redis: started.redis } : {}),
    ...(started.kafka ? { kafka: started.kafka } : {}),
  };
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
