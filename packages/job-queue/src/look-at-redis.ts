import {
  createClosing,
  createFaultLog,
  redisConnection,
  StartError,
  type Closing,
  type Logger,
} from '@writ/service-kit';
import { Redis } from 'ioredis';
import { within } from './within.ts';

/** How a Redis is set, as far as wake-ups depend on it. */
export type RedisFacts = {
  version: string;
  policy: string;
  appendOnly: boolean;
  isCluster: boolean;
  /** Why it takes nothing in, as `READONLY`; absent where it does. */
  refusal?: string;
};

/** What `INFO` tells. */
export function redisFacts(info: string): Omit<RedisFacts, 'refusal'> {
  const valueOf = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  return {
    version: valueOf('redis_version'),
    policy: valueOf('maxmemory_policy'),
    appendOnly: valueOf('aof_enabled') === '1',
    isCluster: valueOf('cluster_enabled') === '1',
  };
}

type Opening = { redisUrl: string; logger: Logger };

/**
 * Opens a connection that asks a Redis how it is set, and whether it takes anything in: one that only reads is left, and
 * told of until the next connection stands or fails. Each question fails within two seconds where it does not answer: one for a
 * connection that is just being made, one for the answer.
 */
export function openRedisLook(options: Opening, closing: Closing): () => Promise<RedisFacts> {
  const redis = openQuestions(options, closing);
  let refused: RedisFacts | undefined;
  const forget = () => {
    refused = undefined;
  };
  redis.on('ready', forget);
  redis.on('error', forget);
  return async () => {
    try {
      await onceTried(redis);
      // In this order: a refusal, as of `askForWrite`, ends the connection.
      const [info, refusal] = await Promise.all([
        redis.info(),
        redis.unlink(checkKey).then(() => undefined, refusalIn),
      ]);
      if (refusal === undefined) return redisFacts(info);
      refused = { ...redisFacts(info), refusal };
      return refused;
    } catch (fault) {
      // Between the connection that a refusal ended and the next one, that refusal is the last that is known.
      if (refused) return refused;
      throw fault;
    }
  };
}

/** The same, asking a Redis alone whether it takes anything in: one that only reads fails the question. */
export function openRedisCheck(options: Opening, closing: Closing): () => Promise<unknown> {
  const redis = openQuestions(options, closing);
  return () => askForWrite(redis, checkKey);
}

/**
 * Refuses a Redis in cluster mode: BullMQ's keys of one queue would lie in several slots, and no wake-up would arrive. One that
 * does not answer passes: a process starts without Redis.
 * @throws StartError
 */
export async function refuseRedisCluster(options: Opening): Promise<void> {
  const closing = createClosing();
  try {
    const redis = openQuestions(options, closing);
    const isCluster = await onceTried(redis)
      .then(async () => redisFacts(await redis.info()).isCluster)
      .catch(() => false);
    if (isCluster)
      throw new StartError(
        'Redis cannot be used (it runs in cluster mode). Point REDIS_URL at a Redis outside a cluster.',
      );
  } finally {
    await closing.close();
  }
}

const checkKey = 'bullmq:check';

/** The word that an answer of Redis begins with where it refuses; undefined of every other fault. */
export const redisRefusal = (fault: unknown): string | undefined =>
  Error.isError(fault) && fault.name === 'ReplyError' ? /^[A-Z]+/.exec(fault.message)?.[0] : undefined;

/** @throws the fault where it is no refusal */
function refusalIn(fault: unknown): string {
  const refusal = redisRefusal(fault);
  if (refusal === undefined) throw fault;
  return refusal;
}

/** Nothing is under the key; but a server that only reads refuses to remove it. */
export async function askForWrite(redis: Redis, key: string): Promise<unknown> {
  await onceTried(redis);
  return redis.unlink(key);
}

const questionMs = 900;

/**
 * Waits for a connection that is just being made: until it stands or fails, nobody knows whether Redis is there, and who has
 * just started would be told that it is not.
 */
async function onceTried(redis: Redis): Promise<void> {
  if (redis.status !== 'connecting' && redis.status !== 'connect') return;
  const tried = Promise.withResolvers<undefined>();
  const stop = (): void => tried.resolve(undefined);
  redis.once('ready', stop).once('close', stop);
  try {
    await within(questionMs, 'The connection to Redis', tried.promise);
  } finally {
    redis.off('ready', stop).off('close', stop);
  }
}

function openQuestions({ redisUrl, logger }: Opening, closing: Closing): Redis {
  const faultLog = createFaultLog(logger, 'The look at Redis');
  const redis = new Redis(redisUrl, {
    ...redisConnection(),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: questionMs,
  });
  redis.on('error', faultLog.failed);
  redis.on('ready', faultLog.recovered);
  return closing.add(redis, (opened) => {
    opened.removeAllListeners();
    opened.on('error', () => undefined);
    opened.disconnect();
  });
}
