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

/** Settings of a Redis that matter for wake-ups. */
export type RedisFacts = {
  version: string;
  policy: string;
  appendOnly: boolean;
  isCluster: boolean;
  /** Why it refuses writes, such as `READONLY`. */
  refusal?: string;
};

/** From `INFO`. */
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
 * Opens a connection that reads a Redis's settings and whether it takes writes. It leaves a read-only one, and reports that until the
 * next connection succeeds or fails. A question fails after two seconds: one for connecting, one for the answer.
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
      // In this order: a refusal ends the connection.
      const [info, refusal] = await Promise.all([
        redis.info(),
        redis.unlink(checkKey).then(() => undefined, refusalIn),
      ]);
      if (refusal === undefined) return redisFacts(info);
      refused = { ...redisFacts(info), refusal };
      return refused;
    } catch (fault) {
      // Until the next connection, the refusal that ended the last one counts.
      if (refused) return refused;
      throw fault;
    }
  };
}

/** Asks only whether it takes writes; rejects if it is read-only. */
export function openRedisCheck(options: Opening, closing: Closing): () => Promise<unknown> {
  const redis = openQuestions(options, closing);
  return () => askForWrite(redis, checkKey);
}

/**
 * Refuses a Redis in cluster mode: the keys of a BullMQ queue would lie in several slots, and no wake-up would arrive. One that does
 * not answer passes: a process starts without Redis.
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

/** First word of a refusal; undefined for other errors. */
export const redisRefusal = (fault: unknown): string | undefined =>
  Error.isError(fault) && fault.name === 'ReplyError' ? /^[A-Z]+/.exec(fault.message)?.[0] : undefined;

/** @throws errors other than refusals */
function refusalIn(fault: unknown): string {
  const refusal = redisRefusal(fault);
  if (refusal === undefined) throw fault;
  return refusal;
}

/** The key does not exist, but a read-only server refuses the command. */
export async function askForWrite(redis: Redis, key: string): Promise<unknown> {
  await onceTried(redis);
  return redis.unlink(key);
}

const questionMs = 900;

/** Waits until a connection in progress succeeds or fails; before that a starting process would report Redis as away. */
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
