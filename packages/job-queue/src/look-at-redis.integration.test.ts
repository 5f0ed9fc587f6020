import { expect, test } from '@jest/globals';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually, redisPair, testRedis } from '@writ/test-kit';
import { openRedisCheck, openRedisLook, redisFacts } from './look-at-redis.ts';
import { openJobQueue } from './open-job-queue.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

test('a Redis tells its version and how it is set; one that is away fails the look', async () => {
  const redis = testRedis();
  const closing = createClosing();
  const look = openRedisLook({ redisUrl: redis.url, logger }, closing);
  const away = openRedisLook({ redisUrl: 'redis://127.0.0.1:9', logger }, closing);
  await eventually(async () =>
    expect(await look()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+/),
      policy: expect.stringMatching(/^\w/),
      appendOnly: expect.any(Boolean),
      isCluster: false,
    }),
  );
  await expect(away()).rejects.toThrow();
  await closing.close();
  await redis.clear();
});

test('a Redis that a failover has made a stand-by fails the check and is left for the one that the address leads to', async () => {
  const closing = createClosing();
  const redis = closing.add(await redisPair(), (pair) => pair.close());
  const check = openRedisCheck({ redisUrl: redis.url, logger }, closing);
  const look = openRedisLook({ redisUrl: redis.url, logger }, closing);
  await eventually(() => check());
  await eventually(async () => expect(await look()).not.toHaveProperty('refusal'));
  await redis.demoteFirst();
  await eventually(() => expect(check()).rejects.toThrow('READONLY'));
  const refusals = () => Promise.all([look(), look()].map(async (asked) => (await asked).refusal));
  await eventually(async () => expect(await refusals()).toEqual(['READONLY', 'READONLY']));
  expect(await refusals()).toEqual(['READONLY', 'READONLY']);
  redis.leadToSecond();
  await eventually(() => check());
  await eventually(async () => expect(await look()).not.toHaveProperty('refusal'));
  await closing.close();
});

test('a Redis that is gone after it refused fails the look', async () => {
  const closing = createClosing();
  const redis = await redisPair();
  const look = openRedisLook({ redisUrl: redis.url, logger }, closing);
  await redis.demoteFirst();
  await eventually(async () => expect(await look()).toMatchObject({ refusal: 'READONLY' }));
  await redis.close();
  await eventually(() => expect(look()).rejects.toThrow());
  await closing.close();
});

test('who asks while the first connection is being made is told of Redis, not that there is none', async () => {
  const redis = testRedis();
  const closing = createClosing();
  const opening = { redisUrl: redis.url, logger };
  const [check, look] = [openRedisCheck(opening, closing), openRedisLook(opening, closing)];
  const queue = closing.add(
    await openJobQueue({ backend: opening, name: 'lanes', logger, prefix: redis.prefix }),
    (opened) => opened.close(),
  );
  const asked = await Promise.allSettled([check(), look(), queue.check()]);
  await closing.close();
  await redis.clear();
  expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
});

test('what INFO tells is read line by line', () => {
  const info = 'redis_version:7.4.1\r\nmaxmemory_policy:allkeys-lru\r\naof_enabled:1\r\n';
  expect(redisFacts(info)).toEqual({
    version: '7.4.1',
    policy: 'allkeys-lru',
    appendOnly: true,
    isCluster: false,
  });
});
