import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { nothingRefused, onlyRetryable503, refusedLessThan } from '../rules/answers.ts';
import { allAcknowledged, allSucceeded, endedWithin, nothingLost } from '../rules/ends.ts';
import { noDuplicates, sharedCalls } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';

const flushes = 5;
const everyMs = 2_000;
const endLimitMs = 60_000;
const fullSize = 10_000;

/** F3: everything in Redis is lost, again and again. */
export const f03FlushRedis: Experiment = {
  summary: 'Redis FLUSHALL 5 times, every 2 s, during writes',
  unit: 'asynchronous creates',
  usualN: fullSize,
  ground: { replicas: { 'write-worker': 2 }, accounts: () => 3, latencyMs: 50 },
  act: async (run) => {
    const perSecond = (run.n * 1000) / ((flushes + 1) * everyMs);
    await Promise.all([
      sendWrites(run, { numbers: range(0, run.n), record: 'unique', perSecond, insist: true }),
      flush(run),
    ]);
    await waitEnded(run, 1.5 * endLimitMs);
  },
  judge: (history, n) => [
    faultsAtLeast(history, flushes),
    onlyRetryable503(history),
    // A machine that stands still for a while refuses, too, but not much.
    { ...nothingRefused(history), timed: true },
    refusedLessThan(history, 0.5),
    // In a small run so few come in a second that most go alone.
    sharedCalls(history, n < fullSize ? 0 : 0.5),
    allAcknowledged(history, n),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    endedWithin(history, endLimitMs, 'fault'),
    oneEventPerOperation(history),
  ],
};

async function flush({ ground, record, random, tell }: Run): Promise<void> {
  for (let time = 1; time <= flushes; time += 1) {
    await delay(random.integer(everyMs / 2, (everyMs * 3) / 2));
    await flushRedis(ground.servers.redis.url);
    record({ kind: 'fault', atMs: Date.now(), what: 'flush', target: 'Redis' });
    tell(`Flushed Redis (${time} of ${flushes}).`);
  }
}

/** Takes everything out of the Redis at `url`. */
export async function flushRedis(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushall();
  redis.disconnect();
}
