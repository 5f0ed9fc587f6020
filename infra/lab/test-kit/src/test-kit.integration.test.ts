import { Redis } from 'ioredis';
import kafkajs from 'kafkajs';
import { expect, test } from '@jest/globals';
import { testDatabase } from './servers/test-database.ts';
import { testKafka } from './servers/test-kafka.ts';
import { testRedis } from './servers/test-redis.ts';

test('two test databases are migrated and apart from each other', async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  try {
    await one.pool.query('CREATE TABLE mine (n int)');
    const { rows } = await other.pool.query(
      `SELECT to_regclass('mine') AS mine, (SELECT count(*) FROM _prisma_migrations) > 0 AS migrated`,
    );
    expect(rows).toEqual([{ mine: null, migrated: true }]);
  } finally {
    await Promise.all([one.drop(), other.drop()]);
  }
});

test('clearing one test prefix of Redis leaves the keys of another', async () => {
  const [one, other] = [testRedis(), testRedis()];
  const redis = new Redis(one.url);
  try {
    await redis.set(`${one.prefix}:key`, '1');
    await redis.set(`${other.prefix}:key`, '2');
    await one.clear();
    expect(await redis.mget(`${one.prefix}:key`, `${other.prefix}:key`)).toEqual([null, '2']);
    await other.clear();
  } finally {
    redis.disconnect();
  }
});

test('a test topic exists with the partitions that were asked for', async () => {
  const kafka = testKafka();
  const topic = await kafka.topic('events', { partitions: 3 });
  const admin = new kafkajs.Kafka({ brokers: kafka.brokers, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    expect(topics[0]?.partitions).toHaveLength(3);
  } finally {
    await admin.disconnect();
  }
});
