import { join } from 'node:path';
import { startKafka, startPostgres, startRedis } from '@writ/local-servers';
import type { LocalKafka, LocalPostgres, LocalRedis, LocalServer, Tell } from '@writ/local-servers';
import type { Closing } from '@writ/service-kit';

/** Addresses of servers that run already; what is given here is not started. */
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
 * Starts those of Postgres, Redis and Kafka that are not given; each keeps its data below `dir`.
 *
 * @param options.bringBack whether one that ends by itself is started again
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
  // All are waited for, so that one that fails leaves no other starting behind it.
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
