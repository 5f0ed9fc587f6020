import { randomBytes } from 'node:crypto';
import { migrateDatabase } from '@writ/db';
import { startKafka, startPostgres, startRedis } from '@writ/local-servers';
import { createDatabase } from '../servers/database-admin.ts';
import { redisCluster } from '../servers/redis-cluster.ts';
import { setTestEnvironment } from '../test-environment.ts';
import { started } from './started.ts';

const maxConnections = 300;
const tell = (line: string) => process.stderr.write(`${line}\n`);

/**
 * Starts Postgres, Redis and Kafka, unless DATABASE_URL, REDIS_URL or KAFKA_BROKERS name running ones, and migrates
 * the database that tests clone. A missing server fails the run.
 */
export default async function globalSetup(): Promise<void> {
  try {
    await bringUp();
  } catch (error) {
    // No reporter exists yet.
    process.once('exit', () => process.stdout.write('0 passed, 1 failed\n'));
    await started.closeAll();
    throw error;
  }
}

async function bringUp(): Promise<void> {
  const [databaseUrl, redisUrl, redisClusterUrl, kafkaBrokers] = await Promise.all([
    postgresUrl(),
    redisAddress(),
    clusterAddress(),
    brokers(),
  ]);
  const run = `writ_test_${randomBytes(4).toString('hex')}`;
  started.run = { databaseUrl, name: run };
  const template = `${run}_template`;
  await migrateDatabase(await createDatabase(databaseUrl, template));
  setTestEnvironment({ databaseUrl, redisUrl, redisClusterUrl, kafkaBrokers, run, template });
}

async function postgresUrl(): Promise<string> {
  const given = process.env['DATABASE_URL'];
  if (given) return given;
  return started.add(await startPostgres({ durable: false, maxConnections, tell })).url;
}

async function redisAddress(): Promise<string> {
  const given = process.env['REDIS_URL'];
  if (given) return given;
  return started.add(await startRedis({ tell })).url;
}

/** Always started: it takes no longer than Kafka. */
async function clusterAddress(): Promise<string> {
  return started.add(await redisCluster()).url;
}

async function brokers(): Promise<string> {
  const given = process.env['KAFKA_BROKERS'];
  if (given) return given;
  return started.add(await startKafka({ tell })).brokers.join(',');
}
