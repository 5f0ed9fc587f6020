import { hash } from 'node:crypto';
import { Refusal } from '../problems/refusal.ts';
import { redisConnection, type Clock } from '@writ/service-kit';
import { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { holderIn, type Caller, type Credential } from '../caller.ts';

/** Requests a second that one key with its tokens, and all keys of one project together, may send to a host. */
export type RateLimits = { perKey: number; perProject: number };

type RateLimitOptions = {
  /** Whose requests are counted: one host leaves the budget of the other alone. */
  host: 'write' | 'management';
  limits: RateLimits;
  /** Absent: each process counts for itself. */
  redisUrl?: string | undefined;
  /**
   * How long each answer of Redis is waited for, before the process counts for itself; 250 ms unless told. A request has
   * two questions, one after the other: of its key and of its project.
   */
  answerLimitMs?: number;
  clock: Clock;
  /** A clock that never goes back, in milliseconds. */
  nowMs?: () => number;
};

/** A key that was refused, and whom its log line names. */
export type RefusedKey = { keyId: string; projectId: string; refusal: Refusal };

export type RateLimit = {
  /**
   * @param credential what the caller presented
   * @throws Refusal (429, with the time to wait) when the key or its project is over its limit.
   */
  take(caller: Caller, credential?: Credential): Promise<void>;
  /**
   * The key of a credential that was refused in the window that still runs: its requests are refused again without being
   * looked up, so that a key far over its limit costs the others little.
   */
  recall(credential: Credential): RefusedKey | undefined;
  close(): void;
};

const windowSeconds = 1;
/** The share of a limit that a process takes from the store at once: so many requests cost one round trip. */
const chunkShare = 1 / 20;

/**
 * Limits the requests of keys and projects over all processes of a host, counted in Redis; without Redis, and while it
 * is away or does not answer, each process counts for itself.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { host, limits, redisUrl, answerLimitMs = 250, clock, nowMs = () => performance.now() } = options;
  const redis = redisUrl === undefined ? undefined : openRedis(redisUrl, answerLimitMs);
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
 * A connection without an answer for so many limits of an answer is broken off: requests that come then wait no more. A
 * process that stands still for a moment keeps its own, whose answers lie there unread.
 */
const silentLimits = 20;

/**
 * Commands fail at once while Redis is away, and soon where it hangs: the limiter in memory stands in for it. A Redis that
 * comes to itself counts late what it was told meanwhile, in a window that is over a second later.
 */
function openRedis(url: string, answerLimitMs: number): Redis {
  const redis = new Redis(url, {
    ...redisConnection(),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerLimitMs,
    socketTimeout: silentLimits * answerLimitMs,
  });
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

/** Credentials themselves are not kept. */
const digestOf = ({ text }: Credential): string => hash('sha256', text, 'base64');

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
      // Who waited for a chunk has of it also when its window has ended meanwhile: chunk after chunk of the last millisecond
      // would use the budget up for one request.
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
