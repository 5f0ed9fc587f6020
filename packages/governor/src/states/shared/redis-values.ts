import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFaultLog, type Logger } from '@writ/service-kit';
import { openRedis } from '@writ/service-kit/redis';

/** Versioned values of all processes. */
export type SharedValues = {
  /**
   * Sets the value if its version and the time are as assumed; else returns the `current` value. One round
   * trip.
   * @throws when the store cannot be reached, is full, or does not answer in time
   */
  change(name: string, change: ValueChange): Promise<{ nowMs: number; current?: SharedValue }>;
  close(): void;
};

/** Without a value the version is empty. */
export type SharedValue = { version: string; content: string };

type ValueChange = SharedValue & {
  known: string;
  /** Estimate of the store's time. */
  atMs: number;
};

/** Largest error of an estimated time, for which a decision was made. */
const timeSlackMs = 1_000;

/** A Redis that hangs delays decisions for so long. */
const usualAnswerLimitMs = 1_000;
/** Closes a connection that is silent for so many limits. */
const silentLimits = 5;
/** A provider may close an account for at most two days. */
const keptMs = 49 * 3_600_000;

/**
 * Sets a value if its version and the time are as assumed; else returns it.
 *
 * ARGV: known version, estimated time (ms), new value (version, space, content), time to live (ms). Returns
 * the time (ms) and, if nothing was set, the value.
 */
const compareAndSet = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local time = string.format('%.3f', now)
local value = redis.pcall('GET', KEYS[1])
-- A value of another type is replaced.
if type(value) ~= 'string' then value = '' end
if string.match(value, '^%S*') == ARGV[1] and math.abs(now - ARGV[2]) < ${timeSlackMs} then
  redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
  return { time }
end
return { time, value }
`;

/**
 * Opens even if Redis is away, and fails immediately while it is.
 * @param options.prefix of keys; default: `quota`
 * @param options.answerLimitMs default: 1 s
 */
export function redisValues(options: {
  redisUrl: string;
  logger: Logger;
  prefix?: string;
  answerLimitMs?: number;
}): SharedValues {
  const { prefix = 'quota', answerLimitMs = usualAnswerLimitMs } = options;
  const faultLog = createFaultLog(options.logger, 'The governor');
  const redis = openRedis(options.redisUrl, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerLimitMs,
    socketTimeout: silentLimits * answerLimitMs,
    enableAutoPipelining: true,
  });
  redis.on('error', faultLog.failed);
  redis.on('ready', faultLog.recovered);
  // Early commands wait for the connection.
  const opened = Promise.race([
    once(redis, 'ready').catch(() => undefined),
    sleep(answerLimitMs, undefined, { ref: false }),
  ]);

  return {
    change: async (name, { known, atMs, version, content }) => {
      await opened;
      const given = [known, atMs, `${version} ${content}`, keptMs];
      try {
        const answer = await redis.eval(compareAndSet, 1, `${prefix}:${name}`, ...given);
        const [nowMs, current] = answer as [string, string?];
        return { nowMs: Number(nowMs), ...(current !== undefined && { current: toValue(current) }) };
      } catch (error) {
        // A Redis that hangs or is full raises no error on its connection.
        faultLog.failed(error);
        throw error;
      }
    },
    close: () => {
      redis.removeAllListeners();
      redis.on('error', () => undefined);
      redis.disconnect();
    },
  };
}

function toValue(text: string): SharedValue {
  const [version = ''] = text.split(/\s/, 1);
  return { version, content: text.slice(version.length + 1) };
}
