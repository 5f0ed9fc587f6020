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
import { holderIn, type Caller, type Credential, type Holder } from '../caller.ts';

/**
 * Requests a second of a key with its tokens, of a project's keys, and of one of its groups (absent: no
 * limit).
 */
export type RateLimits = { perKey: number; perProject: number; perGroup?: number | undefined };

type RateLimitOptions = {
  /** Each host has a budget of its own. */
  host: 'write' | 'management';
  limits: RateLimits;
  redisUrl?: string | undefined;
  /** For each of two answers; 250 ms by default. Then the process counts for itself. */
  answerLimitMs?: number;
  clock: Clock;
  /** Monotonic. */
  nowMs?: () => number;
};

export type RefusedKey = { keyId: string; projectId: string; refusal: Refusal };

export type RateLimit = {
  /**
   * @throws Refusal (429, with the time to wait) if the key, its project or the group of its token is over
   * its limit
   */
  take(caller: Caller, credential?: Credential): Promise<void>;
  /**
   * Counts a request for the group that its body names. `take` has counted a token of a group.
   * @throws Refusal (429, with the time to wait) if the group is over its limit
   */
  takeForGroup(caller: Caller, groupRef: string): Promise<void>;
  /**
   * The key of a credential that was refused in the running window. Its requests are refused without a
   * look-up, so a key far over its limit costs the others little.
   */
  recall(credential: Credential): RefusedKey | undefined;
  close(): void;
};

const windowSeconds = 1;
/** A process takes this share of a limit from the store in one round trip. */
const chunkShare = 1 / 20;

/**
 * Limits the requests of keys and projects over all processes of a host, counted in Redis. While Redis is
 * absent or silent, each process counts for itself.
 */
export function createRateLimit(options: RateLimitOptions): RateLimit {
  const { host, limits, redisUrl, answerLimitMs = 250, clock, nowMs = () => performance.now() } = options;
  const redis = redisUrl === undefined ? undefined : openStore(redisUrl, answerLimitMs);
  const budget = (name: string, points: number, hasCredit = false) => {
    const chunk = Math.floor(points * chunkShare);
    const sizes = { chunk: Math.max(1, chunk), ...(hasCredit && { credit: chunk }) };
    return chunkedBudget(takeFrom(limiter(`${host}-${name}`, points, redis)), { ...sizes, nowMs });
  };
  const perKey = budget('key', limits.perKey);
  const perProject = budget('project', limits.perProject);
  // Most of a project's groups send little, so each request would need a round trip.
  const perGroup = limits.perGroup === undefined ? undefined : budget('group', limits.perGroup, true);
  const refused = new LRUCache<string, RefusedKey & { untilMs: number }>({ max: mostKeys });

  const over = (whose: string, limit: number, waitMs: number): Refusal =>
    new Refusal('rate-limited', {
      detail: `${whose} sends more requests a second than its limit, ${limit}.`,
      retryAfter: new Date(clock.now().getTime() + waitMs),
    });
  const groupOver = async (projectId: string, groupRef: string) => {
    const waitMs = (await perGroup?.(`${projectId}:${groupRef}`)) ?? 0;
    return waitMs > 0 && { waitMs, refusal: over(`The group \`${groupRef}\``, limits.perGroup ?? 0, waitMs) };
  };
  const holderOver = async ({ keyId, project, groupRef }: Holder) => {
    const ofKeyMs = await perKey(keyId);
    if (ofKeyMs > 0) return { waitMs: ofKeyMs, refusal: over('The key', limits.perKey, ofKeyMs) };
    const waitMs = await perProject(project.id);
    if (waitMs > 0) return { waitMs, refusal: over('The project', limits.perProject, waitMs) };
    return groupRef !== undefined && groupOver(project.id, groupRef);
  };

  return {
    take: async (caller, credential) => {
      const holder = holderIn(caller);
      const found = holder && (await holderOver(holder));
      if (!holder || !found) return;
      const { keyId, project } = holder;
      const { waitMs, refusal } = found;
      const untilMs = nowMs() + waitMs;
      if (credential) refused.set(digestOf(credential), { keyId, projectId: project.id, refusal, untilMs });
      throw refusal;
    },
    takeForGroup: async (caller, groupRef) => {
      const holder = holderIn(caller);
      if (!holder || holder.groupRef !== undefined) return;
      const found = await groupOver(holder.project.id, groupRef);
      if (found) throw found.refusal;
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
 * A connection is cut after so many limits of silence. A process that was paused keeps its connection, whose
 * answers are waiting.
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

/** Credentials are not kept. */
const digestOf = ({ text }: Credential): string => hash('sha256', text, 'base64');

/** `windowMs` is the rest of the store's window. */
type TakeChunk = (key: string, points: number) => Promise<{ granted: boolean; windowMs: number }>;

type Hand = {
  left: number;
  endsAtMs: number;
  refusedUntilMs: number;
  /** Used before the store was asked in this process's window, and not yet taken from the store. */
  onCredit: number;
  creditLeft: number;
  creditEndsAtMs: number;
  taking?: Promise<void>;
};

const newHand = (): Hand => ({
  left: 0,
  endsAtMs: 0,
  refusedUntilMs: 0,
  onCredit: 0,
  creditLeft: 0,
  creditEndsAtMs: 0,
});

const mostKeys = 10_000;

/**
 * Hands out the store's budget from chunks, so that many requests share one round trip. The rest of a chunk
 * is lost when its window ends. A refused key is refused until its window ends, without asking.
 * @param sizes.credit requests of a key that a process grants in a second without asking. The first chunk
 * pays for them, so only processes that receive fewer go uncounted.
 * @returns takes one request of a key: 0, or the milliseconds to wait
 */
export function chunkedBudget(
  takeChunk: TakeChunk,
  { chunk, credit = 0, nowMs }: { chunk: number; credit?: number; nowMs: () => number },
): (key: string) => Promise<number> {
  const hands = new LRUCache<string, Hand>({ max: mostKeys });

  const refill = async (key: string, hand: Hand): Promise<void> => {
    const { onCredit } = hand;
    hand.onCredit = 0;
    const { granted, windowMs } = await takeChunk(key, chunk + onCredit);
    const endsAtMs = nowMs() + windowMs;
    if (granted) {
      hand.left = chunk;
      hand.endsAtMs = endsAtMs;
    } else {
      hand.refusedUntilMs = endsAtMs;
    }
  };

  const isOnCredit = (hand: Hand, now: number): boolean => {
    if (credit === 0) return false;
    if (now >= hand.creditEndsAtMs)
      Object.assign(hand, { onCredit: 0, creditEndsAtMs: now + windowSeconds * 1_000, creditLeft: credit });
    if (hand.creditLeft === 0) return false;
    hand.creditLeft -= 1;
    hand.onCredit += 1;
    return true;
  };

  return async (key) => {
    let hand = hands.get(key);
    if (!hand) hands.set(key, (hand = newHand()));
    for (let hasWaited = false; ; hasWaited = true) {
      const now = nowMs();
      if (hand.refusedUntilMs > now) return Math.ceil(hand.refusedUntilMs - now);
      if (!hasWaited && isOnCredit(hand, now)) return 0;
      // A caller that waited for a chunk may use it after its window: else chunks of the last millisecond
      // would use up the budget.
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
