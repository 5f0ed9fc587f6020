import { afterEach, expect, test } from '@jest/globals';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { eventually, redisPair, testRedis, testRedisCluster } from '@writ/test-kit';
import { openRedisCheck, redisFacts, refuseOtherMode } from './look-at-redis.ts';
import { openJobQueue } from './open-job-queue.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const openQueue = async (redis: { url: string; prefix: string }) =>
  closing.add(
    await openJobQueue({ backend: { redisUrl: redis.url }, name: 'lanes', logger, prefix: redis.prefix }),
    (opened) => opened.close(),
  );

test.each([
  ['a Redis', testRedis],
  ['a cluster of Redis', testRedisCluster],
])('%s shows its version and how it is set', async (_, ownRedis) => {
  const redis = closing.add(ownRedis(), (opened) => opened.clear());
  const queue = await openQueue(redis);
  await eventually(async () =>
    expect(await queue.facts()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+/),
      policy: expect.stringMatching(/^\w/),
      appendOnly: expect.any(Boolean),
    }),
  );
});

test('a Redis that is away has no settings', async () => {
  const queue = await openQueue({ url: 'redis://127.0.0.1:9', prefix: 'away' });
  await expect(queue.facts()).rejects.toThrow();
});

test('a Redis that a failover has made a stand-by fails the check and is left for the one that the address leads to', async () => {
  const redis = closing.add(await redisPair(), (pair) => pair.close());
  const check = openRedisCheck({ redisUrl: redis.url, logger }, closing);
  const queue = await openQueue({ url: redis.url, prefix: 'bullmq' });
  await eventually(() => check());
  await eventually(() => queue.check());
  await redis.demoteFirst();
  await eventually(() => expect(check()).rejects.toThrow('READONLY'));
  await eventually(() => expect(queue.check()).rejects.toThrow('READONLY'));
  // The refusal ends the connection, and counts until the next one.
  await expect(queue.check()).rejects.toThrow('READONLY');
  redis.leadToSecond();
  await eventually(() => check());
  await eventually(() => queue.check());
});

test('a question during the first connection waits for it, and does not report Redis as away', async () => {
  const redis = closing.add(testRedis(), (opened) => opened.clear());
  const cluster = testRedisCluster();
  const check = openRedisCheck({ redisUrl: redis.url, logger }, closing);
  const clusterCheck = openRedisCheck({ redisUrl: cluster.url, logger }, closing);
  const [queue, clusterQueue] = [await openQueue(redis), await openQueue(cluster)];
  const asked = await Promise.allSettled([check(), clusterCheck(), queue.check(), clusterQueue.check()]);
  expect(asked.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
});

test('checks leave one job, which runs nothing when its day has come', async () => {
  const redis = closing.add(testRedis(), (opened) => opened.clear());
  const queue = await openQueue(redis);
  await eventually(() => queue.check());
  await queue.check();
  const client = closing.add(new Redis(redis.url, { maxRetriesPerRequest: null }), (opened) =>
    opened.disconnect(),
  );
  const jobs = new Queue('{lanes}', { connection: client, prefix: redis.prefix });
  const [probe, ...more] = await jobs.getDelayed();
  expect(more).toEqual([]);
  await probe?.promote();
  const ran: string[] = [];
  await queue.work((laneId) => Promise.resolve(void ran.push(laneId)), { slots: 1 });
  await queue.wake('lane');
  await eventually(() => ran.length > 0);
  expect(ran).toEqual(['lane']);
  expect(await jobs.getJobCountByTypes('wait', 'delayed')).toBe(0);
  await jobs.close();
});

test('of several servers the worst setting counts', () => {
  const safe = 'redis_version:7.4.1\r\nmaxmemory_policy:noeviction\r\naof_enabled:1\r\n';
  expect(redisFacts([safe, safe])).toEqual({ version: '7.4.1', policy: 'noeviction', appendOnly: true });
  expect(redisFacts([safe, safe.replace('noeviction', 'allkeys-lru')]).policy).toBe('allkeys-lru');
  expect(redisFacts([safe.replace('maxmemory_policy', 'other')]).policy).toBe('noeviction');
  expect(redisFacts([safe, safe.replace('enabled:1', 'enabled:0')]).appendOnly).toBe(false);
});

test('a start refuses a Redis in another mode than the address says, and none that is away', async () => {
  const refuse = (redisUrl: string) => refuseOtherMode({ redisUrl, logger });
  const cluster = testRedisCluster().url;
  await refuse(cluster);
  await refuse(testRedis().url);
  await refuse('redis://127.0.0.1:9?cluster=on');
  await expect(refuse(`redis://${new URL(cluster.replace(/,.*/, '')).host}`)).rejects.toThrow(
    'Redis cannot be used (it runs in cluster mode). Add ?cluster=on to REDIS_URL',
  );
  await expect(refuse(`${testRedis().url}?cluster=on`)).rejects.toThrow(
    'Redis cannot be used (it does not run in cluster mode). Remove cluster=on',
  );
});
