import { createClosing, createFaultLog, StartError, type Closing, type Logger } from '@writ/service-kit';
import { isClusterAddress, openRedis, openRedisServer, type RedisClient } from '@writ/service-kit/redis';
import { within } from './within.ts';

/** Settings of a Redis that matter for wake-ups. */
export type RedisFacts = { version: string; policy: string; appendOnly: boolean };

const infoValue = (info: string, name: string): string =>
  new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';

/**
 * From `INFO` of each server that holds wake-ups; the worst setting counts. A managed Redis may hide its
 * policy.
 */
export const redisFacts = ([first = '', ...more]: readonly string[]): RedisFacts => {
  const infos = [first, ...more];
  const policies = infos.map((info) => infoValue(info, 'maxmemory_policy'));
  return {
    version: infoValue(first, 'redis_version'),
    policy: policies.find((policy) => policy !== '' && policy !== 'noeviction') ?? 'noeviction',
    appendOnly: infos.every((info) => infoValue(info, 'aof_enabled') === '1'),
  };
};

type Opening = { redisUrl: string; logger: Logger };

/** Asks whether Redis takes changes; rejects if it is away or read-only. */
export function openRedisCheck(options: Opening, closing: Closing): () => Promise<unknown> {
  const redis = openForQuestions(openRedis, options, closing);
  return async () => {
    await onceTried(redis);
    // The key does not exist, but a read-only server refuses the command.
    return redis.unlink('bullmq:check');
  };
}

/**
 * Refuses a Redis that is in cluster mode although its address does not say so, or the reverse: wake-ups
 * would not arrive. One that does not answer passes: a process starts without Redis.
 * @throws StartError
 */
export async function refuseOtherMode(options: Opening): Promise<void> {
  const closing = createClosing();
  try {
    const redis = openForQuestions(openRedisServer, options, closing);
    const enabled = await onceTried(redis)
      .then(async () => infoValue(await redis.info(), 'cluster_enabled'))
      .catch(() => '');
    const isExpected = isClusterAddress(options.redisUrl);
    if (enabled === '1' && !isExpected)
      throw new StartError(
        'Redis cannot be used (it runs in cluster mode). Add ?cluster=on to REDIS_URL, or name a Redis outside a cluster.',
      );
    if (enabled === '0' && isExpected)
      throw new StartError(
        'Redis cannot be used (it does not run in cluster mode). Remove cluster=on from REDIS_URL, or name a node of a cluster.',
      );
  } finally {
    await closing.close();
  }
}

const questionMs = 900;

/**
 * Waits until a connection in progress succeeds or fails; before that a starting process would report Redis
 * as away.
 */
export async function onceTried(redis: RedisClient): Promise<void> {
  if (redis.status !== 'connecting' && redis.status !== 'connect') return;
  const tried = Promise.withResolvers<undefined>();
  const stop = (): void => tried.resolve(undefined);
  redis.once('ready', stop);
  redis.once('close', stop);
  try {
    await within(questionMs, 'The connection to Redis', tried.promise);
  } finally {
    redis.off('ready', stop);
    redis.off('close', stop);
  }
}

function openForQuestions<Client extends RedisClient>(
  open: (redisUrl: string, options: Parameters<typeof openRedis>[1]) => Client,
  { redisUrl, logger }: Opening,
  closing: Closing,
): Client {
  const faultLog = createFaultLog(logger, 'The look at Redis');
  const redis = open(redisUrl, {
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
