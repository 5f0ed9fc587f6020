import { randomBytes } from 'node:crypto';
import { Redis } from 'ioredis';
import { fromTestEnvironment } from '../test-environment.ts';

export type TestRedis = {
  url: string;
  /** For every key: tests share this Redis. */
  prefix: string;
  /** Removes keys with the prefix. */
  clear: () => Promise<void>;
};

/** The run's, with a new prefix. Tests that stop or flush a Redis use `startRedis`. */
export function testRedis(): TestRedis {
  return ownKeysAt(fromTestEnvironment('redisUrl'));
}

/** The same for the run's cluster. Its keys stay. */
export function testRedisCluster(): TestRedis {
  return { ...ownKeysAt(fromTestEnvironment('redisClusterUrl')), clear: () => Promise.resolve() };
}

function ownKeysAt(url: string): TestRedis {
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  return { url, prefix, clear: () => removeKeys(url, prefix) };
}

async function removeKeys(url: string, prefix: string): Promise<void> {
  const redis = new Redis(url);
  try {
    for await (const keys of redis.scanStream({ match: `${prefix}*`, count: 500 }) as AsyncIterable<
      string[]
    >) {
      if (keys.length > 0) await redis.unlink(...keys);
    }
  } finally {
    redis.disconnect();
  }
}
