import { Refusal } from '../problems/refusal.ts';
import type { Clock } from '@writ/service-kit';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { holderIn, type Caller } from '../endpoint/caller.ts';

/** Requests a second that one key with its tokens, and all keys of one project together, may send to a host. */
export type RateLimits = { perKey: number; perProject: number };

type RateLimitOptions = {
  /** Whose requests are counted: one host leaves the budget of the other alone. */
  host: 'write' | 'management';
  limits: RateLimits;
  /** Absent: each process counts for itself. */
  redisUrl?: string | undefined;
  clock: Clock;
};

export type RateLimit = {
  /** @throws Refusal (429, with the time to wait) when the key or its project is over its limit. */
  take(caller: Caller): Promise<void>;
  close(): void;
};

const windowSeconds = 1;
/** The share of a limit that a process takes from the store at once: so many requests cost one round trip. */
const chunkShare = 1 / 20;

/**
 * Limits the requests of keys and projects over all processes of a host, counted in Redis; without Redis, and while it
 * is away, each process counts for itself.
 */
export function createRateLimit({ host, limits, redisUrl, clock }: RateLimitOptions): RateLimit {
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl);
  const budget = (name: string, points: number) =>
    chunkedBudget(takeFrom(limiter(`${host}-${name}`, points, redis)), {
      chunk: Math.max(1, Math.floor(points * chunkShare)),
    });
  const perKey = budget('key', limits.perKey);
  const perProject = budget('project', limits.perProject);

  return {
    take: async (caller) => {
      const holder = holderIn(caller);
      if (holder === undefined) return;
      const waitMs = (await perKey(holder.keyId)) || (await perProject(holder.project.id));
      if (waitMs > 0) throw tooMany(new Date(clock.now().getTime() + waitMs));
    },
    close: () => redis?.disconnect(),
  };
}

/** Commands fail at once while Redis is away: the limiter in memory stands in for it. */
function openRedis(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, lazyConnect: false });
  redis.on('error', () => undefined);
  return redis;
}

function limiter(name: string, points: number, redis: Redis | undefined): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
  if (!redis) return inMemory;
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rate-limit-${name}`,
    points,
    duration: windowSeconds,
    insuranceLimiter: inMemory,
  });
}

const takeFrom =
  (store: RateLimiterAbstract): TakeChunk =>
  async (key, points) => {
    try {
      const { msBeforeNext } = await store.consume(key, points);
      return { granted: true, windowMs: msBeforeNext };
    } catch (refused) {
      if (refused instanceof RateLimiterRes)
        return { granted: false, windowMs: Math.max(1, refused.msBeforeNext) };
      throw refused;
    }
  };

const tooMany = (retryAfter: Date): Refusal =>
  new Refusal('rate-limited', {
    detail: 'The key or its project sends more requests a second than it may.',
    retryAfter,
  });

/** Takes points of a key from the store; `windowMs` is what is left of the store's present window. */
type TakeChunk = (key: string, points: number) => Promise<{ granted: boolean; windowMs: number }>;

type Hand = { left: number; endsAtMs: number; refusedUntilMs: number; taking?: Promise<void> };

/** Of so many keys a process remembers what it has in hand. */
const mostKeys = 10_000;

/**
 * Hands out a store's budget of requests from chunks, so that the store is asked once for many requests; what is left of
 * a chunk when its window ends is lost. A key that was refused is refused without asking until its window ends.
 * @returns what takes one request of a key: 0, or the milliseconds to wait when the budget is used up
 */
export function chunkedBudget(
  takeChunk: TakeChunk,
  { chunk, nowMs = () => performance.now() }: { chunk: number; nowMs?: () => number },
): (key: string) => Promise<number> {
  const hands = new LRUCache<string, Hand>({ max: mostKeys });

  const refill = async (key: string, hand: Hand): Promise<void> => {
    const { granted, windowMs } = await takeChunk(key, chunk);
    const endsAtMs = nowMs() + windowMs;
    if (granted) {
      hand.left = chunk;
      hand.endsAtMs = endsAtMs;
    } else {
      hand.refusedUntilMs = endsAtMs;
    }
  };

  return async (key) => {
    let hand = hands.get(key);
    if (!hand) hands.set(key, (hand = { left: 0, endsAtMs: 0, refusedUntilMs: 0 }));
    for (;;) {
      const now = nowMs();
      if (hand.refusedUntilMs > now) return Math.ceil(hand.refusedUntilMs - now);
      if (hand.left > 0 && hand.endsAtMs > now) {
        hand.left -= 1;
        return 0;
      }
      hand.taking ??= refill(key, hand).finally(() => {
        delete hand.taking;
      });
      await hand.taking;
    }
  };
}
