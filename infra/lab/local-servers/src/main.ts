import { join } from 'node:path';
import { startKafka } from './kafka/start-kafka.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { startRedis } from './redis/start-redis.ts';

// Keeps three non-durable servers up between test runs.
const dir = process.argv[2] ?? '.data/dev-servers';
const tell = (line: string) => process.stderr.write(`${line}\n`);

const [postgres, redis, kafka] = await Promise.all([
  startPostgres({ dir: join(dir, 'postgres'), maxConnections: 300, durable: false, tell }),
  startRedis({ dir: join(dir, 'redis'), databases: 64, tell }),
  startKafka({ dir: join(dir, 'kafka'), tell }),
]);
console.log(`export DATABASE_URL=${postgres.url}`);
console.log(`export REDIS_URL=${redis.url}`);
console.log(`export KAFKA_BROKERS=${kafka.brokers.join(',')}`);

const stop = async () => {
  await Promise.all([postgres.close(), redis.close(), kafka.close()]);
  process.exit(0);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
