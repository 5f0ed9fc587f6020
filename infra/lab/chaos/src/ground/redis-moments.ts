import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';

/** The governor's accounts: version, space, JSON (`governor`, `account-state.ts`). */
const statePattern = 'quota:*';
type Moments = { closedUntilMs: number; outage?: { untilMs: number } };

/** Moves the governor's times, since Redis's clock cannot be moved. */
export async function bringForward(redisUrl: string, ms: number): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    for (const key of await redis.keys(statePattern)) {
      const text = (await redis.get(key)) ?? '';
      const state = JSON.parse(text.slice(text.indexOf(' '))) as Moments;
      state.closedUntilMs -= ms;
      if (state.outage) state.outage.untilMs -= ms;
      await redis.set(key, `${randomUUID()} ${JSON.stringify(state)}`, 'KEEPTTL');
    }
  } finally {
    redis.disconnect();
  }
}
