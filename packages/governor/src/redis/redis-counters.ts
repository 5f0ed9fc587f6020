import { createHash } from 'node:crypto';
import { createFaultLog, type Logger } from '@writ/service-kit';
import { Redis } from 'ioredis';
import { AccountStateError, type AccountCounters, type ErrandOutcome } from '../account-counters.ts';
import { accountScript } from './account-script.ts';

const usualPrefix = 'governor';
/** Whoever waits for the answer of a Redis that hangs goes on without it. */
const answerLimitMs = 1_000;
const digest = createHash('sha1').update(accountScript).digest('hex');

/**
 * Counters that all processes share: one round trip each. It opens whether or not Redis is there, and fails at once
 * while it is away.
 *
 * @param options.prefix of the keys; `governor` unless told
 */
export function redisCounters(options: {
  redisUrl: string;
  logger: Logger;
  prefix?: string;
}): AccountCounters {
  const prefix = options.prefix ?? usualPrefix;
  const faultLog = createFaultLog(options.logger, 'The governor');
  const redis = new Redis(options.redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerLimitMs,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    disconnectTimeout: 200,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 10), 2_000),
  });
  redis.on('error', faultLog.failed);
  redis.on('ready', faultLog.recovered);
  // The first who ask, while the process starts, wait for the connection.
  let connected = (): void => undefined;
  const opened = new Promise<void>((resolve) => (connected = resolve));
  const patience = setTimeout(connected, answerLimitMs);
  redis.once('ready', connected);

  const evaluate = async (keys: readonly string[], errand: string): Promise<unknown> => {
    try {
      return await redis.evalsha(digest, keys.length, ...keys, errand);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(accountScript, keys.length, ...keys, errand);
    }
  };

  return {
    run: async (account, errand) => {
      await opened;
      // The braces keep the keys of an account together in a cluster.
      const keys = ['own', 'all', 'failed', 'facts'].map((name) => `${prefix}:{${account}}:${name}`);
      try {
        return JSON.parse(String(await evaluate(keys, JSON.stringify(errand)))) as ErrandOutcome;
      } catch (cause) {
        const error = isOfKeys(cause) ? new AccountStateError(account, cause) : cause;
        // One that hangs, or is full, has no fault of its connection.
        faultLog.failed(error);
        throw error;
      }
    },
    close: () => {
      clearTimeout(patience);
      connected();
      redis.removeAllListeners();
      redis.on('error', () => undefined);
      redis.disconnect();
    },
  };
}

/** Somebody has put something else under the keys of the account: a value of another type, or one that is no number. */
const isOfKeys = (error: unknown): error is Error =>
  error instanceof Error && /WRONGTYPE|attempt to /.test(error.message);
