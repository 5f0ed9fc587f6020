import { execFile } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import pg from 'pg';
import { defaultCacheDir } from './cache-folder.ts';
import { createTopic } from './kafka/create-topic.ts';
import { withKafkaAdmin } from './kafka/kafka-client.ts';
import { startKafka } from './kafka/start-kafka.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import { fetchedRedis } from './redis/redis-program.ts';
import { startRedis } from './redis/start-redis.ts';
import { waitUntil } from './wait-until.ts';

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('what Postgres committed is there after a kill and a restart on the same port', async () => {
  const postgres = await startPostgres();
  try {
    await rows(postgres.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    await postgres.kill();
    await expect(rows(postgres.url, 'SELECT n FROM kept')).rejects.toThrow(/ECONNREFUSED/);
    await postgres.restart();
    expect(await rows(postgres.url, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
    expect(await rows(postgres.url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }]);
    expect(await rows(postgres.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  } finally {
    await postgres.close();
  }
});

test('Postgres comes back on its port when it is killed, though a process of its is stuck', async () => {
  const losses: Error[] = [];
  const postgres = await startPostgres({ onLost: (error) => losses.push(error) });
  try {
    await rows(postgres.url, 'CREATE TABLE kept AS SELECT 1 AS n');
    const background = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`;
    const [stuck] = (await rows(postgres.url, background)) as { pid: number }[];
    process.kill(stuck!.pid, 'SIGSTOP');
    process.kill(postgres.pid(), 'SIGKILL');
    const found = () => rows(postgres.url, 'SELECT n FROM kept').catch(() => []);
    await waitUntil(async () => (await found()).length > 0, 60_000, 'Postgres did not come back.');
    expect(losses).toEqual([]);
  } finally {
    await postgres.close();
  }
});

test('Redis with an append-only file keeps its keys over an orderly stop, without one it loses them', async () => {
  for (const [appendOnly, expected] of [
    [true, 'kept'],
    [false, null],
  ] as const) {
    const server = await startRedis({ appendOnly });
    const redis = new Redis(server.url);
    redis.on('error', () => undefined);
    try {
      await redis.set('key', 'kept');
      await server.restart();
      expect(await redis.get('key')).toBe(expected);
      expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    } finally {
      redis.disconnect();
      await server.close();
    }
  }
});

test('the Redis that Maven brings runs on this machine', async () => {
  const program = await fetchedRedis(defaultCacheDir, () => undefined);
  const { stdout } = await promisify(execFile)(program, ['--version']);
  expect(stdout).toMatch(/v=6\.2/);
});

test('what Kafka acknowledged is there after a kill and a restart on the same port', async () => {
  const kafka = await startKafka();
  try {
    await createTopic({ brokers: kafka.brokers, topic: 'kept', partitions: 2 });
    await send(kafka.brokers, 'kept');
    await kafka.kill();
    await kafka.restart();
    let offsets: { high: string }[] = [];
    const find = async (): Promise<boolean> => {
      // Its partitions may have no leader yet.
      offsets = await withKafkaAdmin(kafka.brokers, (admin) => admin.fetchTopicOffsets('kept')).catch(
        () => [],
      );
      return offsets.length === 2;
    };
    await waitUntil(find, 60_000, 'The topic did not come back.');
    expect(offsets.map(({ high }) => Number(high)).reduce((a, b) => a + b)).toBe(1);
  } finally {
    await kafka.close();
  }
});

test('a data folder that was cut off while it was created is created anew', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'writ-cut-off-'));
  // Root's Postgres runs as another user, which must pass through.
  await chmod(dir, 0o755);
  const draft = join(dir, 'data.new');
  await mkdir(draft);
  await writeFile(join(draft, 'PG_VERSION'), '18\n');
  const postgres = await startPostgres({ dir, durable: false });
  try {
    expect(await rows(postgres.url, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await expect(access(draft)).rejects.toThrow(/ENOENT/);
  } finally {
    await postgres.close();
    await rm(dir, { recursive: true, force: true });
  }
});

test('a folder that was made for a server alone goes with it', async () => {
  const postgres = await startPostgres({ durable: false });
  const [found] = (await rows(postgres.url, 'SHOW data_directory')) as { data_directory: string }[];
  await postgres.close();
  await expect(access(found!.data_directory)).rejects.toThrow(/ENOENT/);
});

async function send(brokers: string[], topic: string): Promise<void> {
  const producer = new kafkajs.Kafka({ brokers, logLevel: kafkajs.logLevel.NOTHING }).producer();
  await producer.connect();
  await producer.send({ topic, acks: -1, messages: [{ key: 'k', value: 'v' }] });
  await producer.disconnect();
}
