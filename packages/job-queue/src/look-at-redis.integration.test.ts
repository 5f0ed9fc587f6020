import { expect, test } from '@jest/globals';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually, testRedis } from '@writ/test-kit';
import { openRedisLook, redisFacts } from './look-at-redis.ts';

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
    }),
  );
  await expect(away()).rejects.toThrow();
  await closing.close();
  await redis.clear();
});

test('what INFO tells is read line by line', () => {
  const info = 'redis_version:7.4.1\r\nmaxmemory_policy:allkeys-lru\r\naof_enabled:1\r\n';
  expect(redisFacts(info)).toEqual({ version: '7.4.1', policy: 'allkeys-lru', appendOnly: true });
});
