import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFaultLog, redisConnection, type Logger } from '@writ/service-kit';
import { Redis } from 'ioredis';

/** Versioned values of all processes. */
export type SharedValues = {
  /**
   * Sets the value if its version and the time are as assumed; else returns the `current` value. One round trip.
   *
   * @throws when the store cannot be reached, is full, or does not answer in time
   */
  change(name: string, change: ValueChange): Promise<{ nowMs: number; current?: SharedValue }>;
  /** @throws as `change` */
  look(name: string): Promise<{ nowMs: number; current: SharedValue }>;
  close(): void;
};

/** Without a value the version is empty. */
export type SharedValue = { version: string; content: string };

type ValueChange = SharedValue & {
  /** The version that the change is based on. */
  known: string;
  /** Estimate of the store's time. */
  atMs: number;
  /** If the change fails, only this process may change the value next. */
  firstInLine: boolean;
};

/** Largest error of an estimated time, for which a decision was made. */
const timeSlackMs = 1_000;
/** How long others wait for the first in line. */
const lineMs = 500;

/** A Redis that hangs delays decisions for so long. */
const usualAnswerLimitMs = 1_000;
/** Closes a connection that is silent for so many limits. */
const silentLimits = 5;
/** A provider may close an account for at most two days. */
const keptMs = 49 * 3_600_000;

/**
 * Sets a value if its version and the time are as assumed; else returns it. Only the first in line may set it next.
 *
 * KEYS: value, line. ARGV: known version, estimated time (ms), new value (version, space, content), time to live (ms),
 * caller's name, whether it asks to be first in line (1 or 0). Returns the time (ms) and, if nothing was set, the
 * value.
 */
const compareAndSet = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local time = string.format('%.3f', now)
local value = redis.pcall('GET', KEYS[1])
-- What is of another type is as good as nothing.
if type(value) ~= 'string' then value = '' end
local first = redis.pcall('GET', KEYS[2])
if type(first) ~= 'string' then first = nil end
local mayGo = not first or first == ARGV[5]
if mayGo and string.match(value, '^%S*') == ARGV[1] and math.abs(now - ARGV[2]) < ${timeSlackMs} then
  redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
  if first then redis.call('DEL', KEYS[2]) end
  return { time }
end
if mayGo and ARGV[6] == '1' then redis.call('SET', KEYS[2], ARGV[5], 'PX', ${lineMs}) end
return { time, value }
`;

/**
 * Opens even if Redis is away, and fails immediately while it is.
 *
 * @param options.prefix of keys; `governor` by default
 * @param options.answerLimitMs 1 s by default
 */
export function redisValues(options: {
  redisUrl: string;
  logger: Logger;
  prefix?: string;
  answerLimitMs?: number;
}): SharedValues {
  const { prefix = 'governor', answerLimitMs = usualAnswerLimitMs } = options;
  const process = randomUUID();
  // The braces keep an account's keys on one node of a cluster.
  const stateKey = (name: string): string => `${prefix}:{${name}}:state`;
  const faultLog = createFaultLog(options.logger, 'The governor');
  const redis = new Redis(options.redisUrl, {
    ...redisConnection(),
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
    change: async (name, { known, atMs, version, content, firstInLine }) => {
      await opened;
      const keys = [stateKey(name), `${prefix}:{${name}}:line`];
      const given = [known, atMs, `${version} ${content}`, keptMs, process, firstInLine ? 1 : 0];
      try {
        const answer = await redis.eval(compareAndSet, keys.length, ...keys, ...given);
        const [nowMs, current] = answer as [string, string?];
        return { nowMs: Number(nowMs), ...(current !== undefined && { current: toValue(current) }) };
      } catch (error) {
        // A Redis that hangs or is full raises no error on its connection.
        faultLog.failed(error);
        throw error;
      }
    },
    look: async (name) => {
      await opened;
      const [nowMs, value] = (await redis.eval(lookUp, 1, stateKey(name))) as [string, string];
      return { nowMs: Number(nowMs), current: toValue(value) };
    },
    close: () => {
      redis.removeAllListeners();
      redis.on('error', () => undefined);
      redis.disconnect();
    },
  };
}

const lookUp = `
local clock = redis.call('TIME')
local value = redis.pcall('GET', KEYS[1])
if type(value) ~= 'string' then value = '' end
return { string.format('%.3f', clock[1] * 1000 + clock[2] / 1000), value }
`;

function toValue(text: string): SharedValue {
  const [version = ''] = text.split(/\s/, 1);
  return { version, content: text.slice(version.length + 1) };
}
