import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment } from '../experiment.ts';
import { range, sendWrites, warmUp } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { nothingRefused, outages, p99AtMost, wholeRun } from '../rules/answers.ts';
import { allAcknowledged, allSucceeded, endedWithin, nothingLost } from '../rules/ends.ts';
import { noDuplicates } from '../rules/effects.ts';
import { haveOutage } from './outage.ts';

const perSecond = 200;
const drainLimitMs = 120_000;

/** F5: Redis is killed, with all that was in it, and stays away for 3 quarters of the run (60 s of 80). */
export const f05RedisOutage: Experiment = {
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
      const ways = { end: () => redis.kill(), mend: () => redis.restart() };
      await haveOutage(run, { what: 'kill', target: 'Redis', downMs: 6 * eighthMs, ...ways });
    };
    const numbers = range(0, run.n);
    await Promise.all([sendWrites(run, { numbers, record: 'unique', perSecond }), breaking()]);
    await waitEnded(run, 1.5 * drainLimitMs);
  },
  judge: (history, n) => [
    nothingRefused(history),
    p99AtMost(history, outages(history)[0] ?? wholeRun, 500, 'p99 of acknowledgements while it was down'),
    allAcknowledged(history, n),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    endedWithin(history, drainLimitMs, 'mended'),
  ],
};
