import { hash } from 'node:crypto';
import { Refusal } from '@writ/problems';
import type { Clock } from '@writ/service-kit';
import { openRedis, type RedisClient } from '@writ/service-kit/redis';
import { LRUCache } from 'lru-cache';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { holderIn, type Caller, type Credential } from '../caller.ts';

/** Requests a second of a key with its tokens, and of a project's keys. */
export type RateLimits = { perKey: number; perProject: number };

type RateLimitOptions = {
  /** Each host has a budget of its own. */
  host: 'write' | 'management';
  limits: RateLimits;
  redisUrl?: string | undefined;
  /** For each of two answers; 250 ms by default. Then the process counts for itself. */
  answerLimitMs?: number;
  clock: Clock;
  /** Monotonic, in milliseconds. */
  nowMs?: () => number;
};

export type RefusedKey = { keyId: string; projectId: string; refusal: Refusal };

export type RateLimit = {
  /** @throws Refusal (429, with the time to wait) if the key or its project is over its limit */
  take(caller: Caller, credential?: Credential): Promise<void>;
  /**
   * The key of a credential that was refused in the running window. Its requests are refused without a look-up, so a
   * key far over its limit costs the others little.
   */
  recall(credential: Credential): RefusedKey | undefined;
  close(): void;
};

const windowSeconds = 1;
/** The share of a limit that a process takes from the store in one round trip. */
const chunkShare = 1 / 20;

/**
 * Limits the requests of keys and projects over all processes of a host, counted in Redis. Without Redis, or while
 * it does not answer, each process counts for itself.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { host, limits, redisUrl, answerLimitMs = 250, clock, nowMs = () => performance.now() } = options;
  const redis = redisUrl === undefined ? undefined : openStore(redisUrl, answerLimitMs);
  const budget = (name: string, points: number) =>
    chunkedBudget(takeFrom(limiter(`${host}-${name}`, points, redis)), {
      chunk: Math.max(1, Math.floor(points * chunkShare)),
      nowMs,
    });
  const perKey = budget('key', limits.perKey);
  const perProject = budget('project', limits.perProject);
  const refused = new LRUCache<string, RefusedKey & { untilMs: number }>({ max: mostKeys });

  return {
    take: async (caller, credential) => {
      const holder = holderIn(caller);
      if (holder === undefined) return;
      const { keyId, project } = holder;
      const waitMs = (await perKey(keyId)) || (await perProject(project.id));
      if (waitMs === 0) return;
      const refusal = tooMany(new Date(clock.now().getTime() + waitMs));
      const untilMs = nowMs() + waitMs;
      if (credential) refused.set(digestOf(credential), { keyId, projectId: project.id, refusal, untilMs });
      throw refusal;
    },
    recall: (credential) => {
      if (refused.size === 0) return undefined;
      const digest = digestOf(credential);
      const found = refused.get(digest);
      if (found && found.untilMs > nowMs()) return found;
      refused.delete(digest);
      return undefined;
    },
    close: () => redis?.disconnect(),
  };
}

/**
 * A connection is cut after so many limits of silence. A process that was paused keeps its connection, whose answers
 * are waiting.
 */
const silentLimits = 20;

/** Commands fail immediately while Redis is away: the limiter in memory replaces it. */
function openStore(redisUrl: string, answerLimitMs: number): RedisClient {
  const redis = openRedis(redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerLimitMs,
    socketTimeout: silentLimits * answerLimitMs,
  });
  redis.on('error', () => undefined);
  return redis;
}

function limiter(name: string, points: number, redis: RedisClient | undefined): RateLimiterAbstract {
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

/** Credentials are not kept. */
const digestOf = ({ text }: Credential): string => hash('sha256', text, 'base64');

/** Takes points of a key from the store; `windowMs` is the rest of the store's window. */
type TakeChunk = (key: string, points: number) => Promise<{ granted: boolean; windowMs: number }>;

type Hand = { left: number; endsAtMs: number; refusedUntilMs: number; taking?: Promise<void> };

const mostKeys = 10_000;

/**
 * Hands out the store's budget from chunks, so that many requests share one round trip. The rest of a chunk is lost
 * when its window ends. A refused key is refused until its window ends, without asking.
 * @returns takes one request of a key: 0, or the milliseconds to wait
 */
export function chunkedBudget(
  takeChunk: TakeChunk,
  { chunk, nowMs }: { chunk: number; nowMs: () => number },
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
    for (let hasWaited = false; ; hasWaited = true) {
      const now = nowMs();
      if (hand.refusedUntilMs > now) return Math.ceil(hand.refusedUntilMs - now);
      // A caller that waited for a chunk may use it after its window: else chunks of the last millisecond would use
      // up the budget.
      if (hand.left > 0 && (hasWaited || hand.endsAtMs > now)) {
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
