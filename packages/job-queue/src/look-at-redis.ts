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

/** Opens a connection that asks a Redis how it is set; each question fails within a second where it does not answer. */
export function openRedisLook(
  { redisUrl, logger }: { redisUrl: string; logger: Logger },
  closing: Closing,
): () => Promise<RedisFacts> {
  const faultLog = createFaultLog(logger, 'The look at Redis');
  const redis = new Redis(redisUrl, {
    ...redisConnection(),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 900,
  });
  redis.on('error', faultLog.failed);
  redis.on('ready', faultLog.recovered);
  closing.add(redis, (opened) => {
    opened.removeAllListeners();
    opened.on('error', () => undefined);
    opened.disconnect();
  });
  return async () => redisFacts(await redis.info());
}
