import { Redis } from 'ioredis';

/** What the governor remembers of an account, and which of it are moments (`governor`, `account-script.ts`). */
const factsPattern = 'governor:*:facts';
const moments = ['outageUntil', 'closedUntil', 'dayUsedUntil'];

/**
 * The governor's moments are in the time of Redis, which nobody can move; so the moments are: whoever waited until one
 * has waited so much less long.
 */
export async function bringForward(redisUrl: string, ms: number): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    for (const key of await redis.keys(factsPattern))
      for (const moment of moments)
        if (await redis.hexists(key, moment)) await redis.hincrbyfloat(key, moment, -ms);
  } finally {
    redis.disconnect();
  }
}
