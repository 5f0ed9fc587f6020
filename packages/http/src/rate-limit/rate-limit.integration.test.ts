import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { startRedis } from '@writ/local-servers';
import { eventually, redisPair, testRedis, testRedisCluster } from '@writ/test-kit';
import { Redis } from 'ioredis';
import { createRateLimit } from './rate-limit.ts';

const caller = (keyId: string) =>
  ({ kind: 'apiKey', keyId, project: { id: keyId, name: 'p' }, scopes: new Set<never>() }) as const;

const most = 40;
type Limit = ReturnType<typeof createRateLimit>;
type Key = ReturnType<typeof caller>;
const ofKey = {
  limits: { perKey: most, perProject: 1_000 },
  credit: 0,
  take: (limit: Limit, key: Key) => limit.take(key),
};
const ofGroup = {
  limits: { perKey: 1_000, perProject: 1_000, perGroup: most },
  // Each process grants a twentieth of a group's limit without asking.
  credit: most / 20,
  take: (limit: Limit, key: Key) => limit.takeForGroup(key, 'acme'),
};

test.each([
  ['a key', 'Redis', ofKey, testRedis],
  ['a group', 'Redis', ofGroup, testRedis],
  ['a key', 'a cluster of Redis', ofKey, testRedisCluster],
  ['a group', 'a cluster of Redis', ofGroup, testRedisCluster],
])(
  'two processes share the limit of %s through %s',
  async (_of, _store, { limits, credit, take }, ownRedis) => {
    const open = () =>
      createRateLimit({
        host: 'write',
        limits,
        redisUrl: ownRedis().url,
        answerLimitMs: 60_000,
        clock: { now: () => new Date() },
      });
    const [one, other] = [open(), open()];
    const key = caller(randomUUID());
    // Each process counts in memory until Redis answers it: until then, the other grants what this one has used up.
    await eventually(async () => {
      const spent = caller(randomUUID());
      await Promise.all(Array.from({ length: most }, () => take(one, spent)));
      await expect(
        Promise.all(Array.from({ length: credit + 1 }, () => take(other, spent))),
      ).rejects.toThrow();
    });
    const beganAtMs = performance.now();
    const all = Array.from({ length: 400 }, (_, index) => take(index % 2 === 0 ? one : other, key));
    const granted = (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length;
    // A window of a second that has begun may have been used up, and so may each that began since.
    const windows = Math.ceil((performance.now() - beganAtMs) / 1_000) + 1;
    expect(granted).toBeLessThanOrEqual(most * windows + 2 * credit);
    expect(granted).toBeGreaterThanOrEqual(most - 2);
    one.close();
    other.close();
  },
);

test('while Redis is away requests are still limited', async () => {
  const limit = createRateLimit({
    host: 'write',
    limits: { perKey: 20, perProject: 1_000 },
    redisUrl: 'redis://127.0.0.1:1',
    clock: { now: () => new Date() },
  });
  const all = Array.from({ length: 100 }, () => limit.take(caller('a')));
  const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected').length;
  expect(refused).toBeGreaterThan(0);
  limit.close();
});

/** A limit that counts in a Redis of its own. */
async function limitOnRedis() {
  const redis = await startRedis();
  const limit = createRateLimit({
    host: 'write',
    limits: { perKey: 20, perProject: 1_000 },
    redisUrl: redis.url,
    clock: { now: () => new Date() },
  });
  const admin = new Redis(redis.url);
  // Until it has connected it counts in memory.
  await eventually(async () => {
    await limit.take(caller(randomUUID()));
    return (await admin.dbsize()) > 0;
  });
  return { redis, limit, admin };
}

test('after a failover that left its connection to a Redis that only reads it counts in the new one', async () => {
  const redis = await redisPair();
  const limit = createRateLimit({
    host: 'write',
    limits: { perKey: 20, perProject: 1_000 },
    redisUrl: redis.url,
    clock: { now: () => new Date() },
  });
  const admin = new Redis(redis.secondUrl);
  const countsIn = async (store: Redis) => {
    await limit.take(caller(randomUUID()));
    return (await store.dbsize()) > 0;
  };
  const first = new Redis(redis.url);
  await eventually(() => countsIn(first));
  await redis.demoteFirst();
  redis.leadToSecond();
  await eventually(() => countsIn(admin));
  limit.close();
  first.disconnect();
  admin.disconnect();
  await redis.close();
});

test('a process that stood still keeps its connection, on which the answers lie', async () => {
  const { redis, limit, admin } = await limitOnRedis();
  const connections = async () => String(await admin.client('LIST')).match(/^id=\d+/gm);
  const before = await connections();
  const taken = limit.take(caller(randomUUID()));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
  await taken;
  expect(await connections()).toEqual(before);
  limit.close();
  admin.disconnect();
  await redis.close();
});

test('while Redis does not answer requests are still limited, and soon none of them waits for it', async () => {
  const { redis, limit, admin } = await limitOnRedis();
  process.kill(redis.pid(), 'SIGSTOP');
  try {
    const all = Array.from({ length: 100 }, () => limit.take(caller('a')));
    const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected').length;
    expect(refused).toBeGreaterThan(0);
    await eventually(async () => {
      const beganAtMs = performance.now();
      await limit.take(caller(randomUUID()));
      return performance.now() - beganAtMs < 200;
    });
  } finally {
    process.kill(redis.pid(), 'SIGCONT');
    limit.close();
    admin.disconnect();
    await redis.close();
  }
});
