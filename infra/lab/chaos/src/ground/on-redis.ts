import { Redis } from 'ioredis';
import type { Run } from '../experiment.ts';

export async function onRedis<T>({ ground }: Run, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(ground.servers.redis.url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
