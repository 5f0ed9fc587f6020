import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { request } from 'undici';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { nothingRefused } from '../rules/answers.ts';
import { allAcknowledged, allSucceeded, endedWithin, nothingLost } from '../rules/ends.ts';
import { noDuplicates } from '../rules/effects.ts';
import { figureSet } from '../rules/figures.ts';
import { haveOutage } from './outage.ts';

const perSecond = 200;
const drainLimitMs = 120_000;
const metric = 'writ_lane_wakes_failed_total';

/** F20: Redis takes nothing in any more, for the middle third of the run. */
export const f20RedisFull: Experiment = {
  summary: 'Redis has reached maxmemory and takes nothing in, under 200 writes/s',
  unit: 'asynchronous creates; Redis is full for a third of their time',
  usualN: 10_000,
  ground: { accounts: () => 4, latencyMs: 0 },
  act: async (run) => {
    const numbers = range(0, run.n);
    await Promise.all([sendWrites(run, { numbers, record: 'unique', perSecond }), fill(run)]);
    await waitEnded(run, 1.5 * drainLimitMs);
  },
  judge: (history, n) => [
    nothingRefused(history),
    allAcknowledged(history, n),
    figureSet(history, 'backlog', 'the backlog stays in Postgres'),
    figureSet(history, metric, 'the metric that alerts is set'),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    endedWithin(history, drainLimitMs, 'mended'),
  ],
};

async function fill(run: Run): Promise<void> {
  const thirdMs = ((run.n / perSecond) * 1000) / 3;
  await delay(thirdMs);
  const limit = (bytes: number) => async (): Promise<void> => {
    // What is there already is above it, so the next command that would add anything is refused.
    const redis = new Redis(run.ground.servers.redis.url);
    await redis.config('SET', 'maxmemory', bytes);
    redis.disconnect();
  };
  await haveOutage(run, {
    what: 'maxmemory reached',
    target: 'Redis',
    downMs: thirdMs,
    end: limit(1),
    mend: async () => {
      await measure(run);
      await limit(0)();
    },
  });
}

async function measure({ ground, record }: Run): Promise<void> {
  const { rows } = await ground.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM operation WHERE status = 'in_progress'`,
  );
  record({ kind: 'figure', atMs: Date.now(), name: 'backlog', value: rows[0]?.count ?? 0 });
  const [gateway] = ground.stack.replicas['write-gateway'];
  const { body } = await request(gateway?.metricsUrl ?? '');
  const value = new RegExp(`^${metric}\\S* (\\d+)`, 'm').exec(await body.text())?.[1];
  record({ kind: 'figure', atMs: Date.now(), name: metric, value: Number(value ?? 0) });
}
