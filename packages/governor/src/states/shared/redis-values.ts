import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFaultLog, redisConnection, type Logger } from '@writ/service-kit';
import { Redis } from 'ioredis';

/** Values that all processes share, each with its version, which change one at a time. */
export type SharedValues = {
  /**
   * Makes the change if the value still has the known version, and the time there is about the assumed one; else it
   * gives the `current` value. One round trip.
   *
   * @throws when the values cannot be reached, take nothing in, or do not answer in time
   */
  change(name: string, change: ValueChange): Promise<{ nowMs: number; current?: SharedValue }>;
  /**
   * Gives the value as it is, and changes nothing.
   *
   * @throws when the values cannot be reached, or do not answer in time
   */
  look(name: string): Promise<{ nowMs: number; current: SharedValue }>;
  close(): void;
};

/** Without a value the version is empty. */
export type SharedValue = { version: string; content: string };

type ValueChange = SharedValue & {
  /** The version that the change was made from. */
  known: string;
  /** What the caller takes for the time there. */
  atMs: number;
  /** Where the change cannot be made, nobody else may make one before this process has come again. */
  firstInLine: boolean;
};

/** How far the caller's idea of the time in Redis may be off: a decision for another time is of no use. */
const timeSlackMs = 1_000;
/** How long the first in line may take until it comes again; nobody else changes the value meanwhile. */
const lineMs = 500;

/** A process that waits for the answer of a Redis that hangs goes on without it. */
const usualAnswerLimitMs = 1_000;
/** A connection without an answer for so many limits of an answer is broken off. */
const silentLimits = 5;
/** A provider may close an account for two days at most; what was learnt of an account lasts as long. */
const keptMs = 49 * 3_600_000;

/**
 * Sets a value if it still has the version that the caller knows, and the time in Redis is about what the caller took it
 * for; else it gives the value. A caller that asks to be first in line is the only one that can set the value next.
 * Knows nothing of what the value means.
 *
 * KEYS: value, line. ARGV: version known, time assumed (ms), new value (version, space, content), how long it is kept
 * (ms), name of the caller, whether it wants to be first in line (1 or 0).
 * Answers with the time (ms) and, if nothing was set, the value.
 */
const compareAndSet = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + clock[2] / 1000
local told = string.format('%.3f', now)
local value = redis.pcall('GET', KEYS[1])
-- What is of another type is as good as nothing.
if type(value) ~= 'string' then value = '' end
local first = redis.pcall('GET', KEYS[2])
if type(first) ~= 'string' then first = nil end
local mayGo = not first or first == ARGV[5]
if mayGo and string.match(value, '^%S*') == ARGV[1] and math.abs(now - ARGV[2]) < ${timeSlackMs} then
  redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
  if first then redis.call('DEL', KEYS[2]) end
  return { told }
end
if mayGo and ARGV[6] == '1' then redis.call('SET', KEYS[2], ARGV[5], 'PX', ${lineMs}) end
return { told, value }
`;

/**
 * Values in Redis. It opens whether or not Redis is there, and fails at once while it is away.
 *
 * @param options.prefix of the keys; `governor` unless told
 * @param options.answerLimitMs how long an answer is waited for; a second unless told
 */
export function redisValues(options: {
  redisUrl: string;
  logger: Logger;
  prefix?: string;
  answerLimitMs?: number;
}): SharedValues {
  const { prefix = 'governor', answerLimitMs = usualAnswerLimitMs } = options;
  const process = randomUUID();
  // The braces keep the keys of an account together in a cluster.
  const stateKey = (name: string): string => `${prefix}:{${name}}:state`;
  const faultLog = createFaultLog(options.logger, 'The governor');
  const redis = new Redis(options.redisUrl, {
    ...redisConnection(),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerLimitMs,
    socketTimeout: silentLimits * answerLimitMs,
    // What is asked of many accounts in the same turn of the event loop goes to Redis in one go.
    enableAutoPipelining: true,
  });
  redis.on('error', faultLog.failed);
  redis.on('ready', faultLog.recovered);
  // The first who ask, while the process starts, wait for the connection.
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
        // A Redis that hangs, or is full, has no fault of its connection.
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
