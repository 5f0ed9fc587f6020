import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@writ/stack';
import type { Experiment, Run } from '../experiment.ts';
import { metricOf } from '../ground/metric-of.ts';
import { onRedis } from '../ground/on-redis.ts';
import { broke, measured } from '../history/note.ts';
import { batchDelayMs, sendBatches } from '../load/send-batches.ts';
import { sendWrites, warmUp } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import {
  nothingRefused,
  onlyRetryable503,
  outages,
  p99AtMost,
  refusedLessThan,
  wholeRun,
} from '../rules/answers.ts';
import { batchesOnTime, batchesWhole } from '../rules/batches.ts';
import { sharedCalls } from '../rules/effects.ts';
import { endedWithin } from '../rules/ends.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { figureSet } from '../rules/figures.ts';
import { promised } from '../rules/promised.ts';
import { countBy, haveOutage } from './processes.ts';

const flushes = 5;
const everyMs = 2_000;
const f3LimitMs = 60_000;
const fullSize = 10_000;

/** Redis loses everything repeatedly. */
export const f3: Experiment = {
  summary: 'Redis FLUSHALL 5 times, every 2 s, during writes',
  unit: 'asynchronous creates',
  usualN: fullSize,
  ground: { replicas: { 'write-worker': 2 }, accounts: () => 3, latencyMs: 50 },
  act: async (run) => {
    const perSecond = (run.n * 1000) / ((flushes + 1) * everyMs);
    const flushing = async (): Promise<void> => {
      for (let time = 0; time < flushes; time += 1) {
        await delay(run.random.integer(everyMs / 2, (everyMs * 3) / 2));
        await flush(run);
      }
    };
    await Promise.all([sendWrites(run, { perSecond, insist: true }), flushing()]);
    await waitEnded(run, 1.5 * f3LimitMs);
  },
  judge: (history, n) => [
    ...promised(history, n),
    faultsAtLeast(history, flushes),
    onlyRetryable503(history),
    // A machine that stalls also refuses a few.
    { ...nothingRefused(history), timed: true },
    refusedLessThan(history, 0.5),
    // In a small run most writes go alone.
    sharedCalls(history, n < fullSize ? 0 : 0.5),
    endedWithin(history, f3LimitMs, 'fault'),
  ],
  alerts: { fire: [] },
};

const recordsPerBatch = 37;
const lateMs = 15_000;

/** Redis loses everything, timers included, while auto batches collect records. */
export const f4: Experiment = {
  summary: 'Redis FLUSHALL while auto batches accumulate, 37 records each',
  unit: 'batches, of an account each',
  usualN: 50,
  ground: { accounts: (n) => n, latencyMs: 0 },
  act: async (run) => {
    await sendBatches(run, recordsPerBatch);
    await flush(run);
    await delay(run.random.integer(1_000, batchDelayMs / 2));
    await flush(run);
    await waitEnded(run, batchDelayMs + 3 * lateMs);
  },
  judge: (history, n) => [
    ...promised(history, n * recordsPerBatch),
    faultsAtLeast(history, 2),
    batchesWhole(history, recordsPerBatch),
    batchesOnTime(history, batchDelayMs, lateMs),
  ],
  alerts: { fire: ['WritWakeUpsLost'] },
};

async function flush(run: Run): Promise<void> {
  await onRedis(run, (redis) => redis.flushall());
  broke(run, 'flush', 'Redis');
}

const perSecond = 200;
const drainLimitMs = 120_000;

/** Redis is killed with its data, and stays away for 3/4 of the run (60 s of 80). */
export const f5: Experiment = {
  summary: 'Redis kill -9 without persistence, down 60 s, under 200 writes/s',
  unit: 'asynchronous creates; the outage takes 3/4 of their time',
  usualN: 16_000,
  ground: { accounts: () => 4, latencyMs: 0, redisKeeps: false },
  act: async (run) => {
    await warmUp(run);
    const { redis } = run.ground.servers;
    const eighthMs = ((run.n / perSecond) * 1000) / 8;
    const breaking = async (): Promise<void> => {
      await delay(eighthMs);
      const ways = { end: redis.kill, restore: redis.restart };
      await haveOutage(run, 'Redis', { what: 'kill', downMs: 6 * eighthMs, ...ways });
    };
    await Promise.all([sendWrites(run, { perSecond }), breaking()]);
    await waitEnded(run, 1.5 * drainLimitMs);
  },
  judge: (history, n) => [
    ...promised(history, n),
    nothingRefused(history),
    p99AtMost(history, outages(history)[0] ?? wholeRun, 500, 'p99 of acknowledgements while it was down'),
    endedWithin(history, drainLimitMs, 'fixed'),
  ],
  alerts: { fire: ['WritDeliveriesLate', 'WritRedisAway', 'WritWakeUpsLost', 'WritWritesLate'] },
};

const metric = 'writ_lane_wakes_failed_total';

/** Redis stores nothing more in the middle third of the run. */
export const f20: Experiment = {
  summary: 'Redis has reached maxmemory and stores nothing more, under 200 writes/s',
  unit: 'asynchronous creates; Redis is full for a third of their time',
  usualN: 10_000,
  ground: { accounts: () => 4, latencyMs: 0 },
  act: async (run) => {
    await Promise.all([sendWrites(run, { perSecond }), fill(run)]);
    await waitEnded(run, 1.5 * drainLimitMs);
  },
  judge: (history, n) => [
    ...promised(history, n),
    nothingRefused(history),
    figureSet(history, 'backlog', 'the backlog stays in Postgres'),
    figureSet(history, metric, 'the metric that alerts is set'),
    endedWithin(history, drainLimitMs, 'fixed'),
  ],
  alerts: { fire: ['WritWakeUpsLost'] },
};

async function fill(run: Run): Promise<void> {
  const thirdMs = ((run.n / perSecond) * 1000) / 3;
  // Above one byte, so Redis refuses any command that adds data.
  const limit = (bytes: number) => onRedis(run, (redis) => redis.config('SET', 'maxmemory', bytes));
  await delay(thirdMs);
  await haveOutage(run, 'Redis', {
    what: 'maxmemory reached',
    downMs: thirdMs,
    end: () => limit(1),
    restore: async () => {
      await measure(run);
      await limit(0);
    },
  });
}

async function measure(run: Run): Promise<void> {
  const backlog = await countBy(run, `SELECT count(*) FROM operation WHERE status = 'in_progress'`);
  measured(run, 'backlog', backlog);
  const replicas = serviceNames.flatMap((service) => run.ground.stack.replicas[service]);
  const lost = await Promise.all(replicas.map(({ metricsUrl }) => metricOf(metricsUrl, metric)));
  measured(
    run,
    metric,
    lost.reduce<number>((sum, count = 0) => sum + count, 0),
  );
}
