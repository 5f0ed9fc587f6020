import { createFaultLog, redisConnection, type Closing, type Logger } from '@writ/service-kit';
import { Redis } from 'ioredis';

/** How a Redis is set, as far as wake-ups depend on it. */
export type RedisFacts = { version: string; policy: string; appendOnly: boolean };

/** What `INFO` tells. */
export function redisFacts(info: string): RedisFacts {
  const valueOf = (name: string): string => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  return {
    version: valueOf('redis_version'),
    policy: valueOf('maxmemory_policy'),
    appendOnly: valueOf('aof_enabled') === '1',
  };
}

type Opening = { redisUrl: string; logger: Logger };

/** Opens a connection that asks a Redis how it is set; each question fails within a second where it does not answer. */
export function openRedisLook(options: Opening, closing: Closing): () => Promise<RedisFacts> {
  const redis = openQuestions(options, closing);
  return async () => redisFacts(await redis.info());
}

/** The same, asking a Redis whether it takes anything in: one that only reads fails the question, too, and is left. */
export function openRedisCheck(options: Opening, closing: Closing): () => Promise<unknown> {
  const redis = openQuestions(options, closing);
  return () => askForWrite(redis, 'bullmq:check');
}

/** Nothing is under the key; but a server that only reads refuses to remove it. */
export const askForWrite = (redis: Pick<Redis, 'unlink'>, key: string): Promise<unknown> => redis.unlink(key);

function openQuestions({ redisUrl, logger }: Opening, closing: Closing): Redis {
  const faultLog = createFaultLog(logger, 'The look at Redis');
  const redis = new Redis(redisUrl, {
    ...redisConnection(),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 900,
  });
  redis.on('error', faultLog.failed);
  redis.on('ready', faultLog.recovered);
  return closing.add(redis, (opened) => {
    opened.removeAllListeners();
    opened.on('error', () => undefined);
    opened.disconnect();
  });
}
