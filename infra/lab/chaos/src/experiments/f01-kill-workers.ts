import type { Experiment } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allAcknowledged, allSucceeded, endedWithin, nothingLost } from '../rules/ends.ts';
import { noDuplicates, sharedCalls, successIsTrue } from '../rules/effects.ts';
import { oneEventPerOperation, repetitionsKeepTheirId } from '../rules/events.ts';
import { faultsAtLeast, struckSomething } from '../rules/faults.ts';
import { killWorkers } from './kill-workers.ts';

const kills = { times: 10, everyMs: 2_000 };
const endLimitMs = 60_000;
const fullSize = 10_000;

/** F1: workers are killed while creates that can be looked for are written. */
export const f01KillWorkers: Experiment = {
  summary: 'kill -9 one of 3 workers every 2 s, 10 times, during creates with a unique property',
  unit: 'asynchronous creates',
  usualN: fullSize,
  ground: { replicas: { 'write-worker': 3 }, accounts: () => 3, latencyMs: 100 },
  act: async (run) => {
    const perSecond = (run.n * 1000) / (kills.times * kills.everyMs);
    await Promise.all([
      sendWrites(run, { numbers: range(0, run.n), record: 'unique', perSecond, insist: true }),
      killWorkers(run, kills),
    ]);
    await waitEnded(run, 1.5 * endLimitMs);
  },
  judge: (history, n) => [
    faultsAtLeast(history, kills.times),
    struckSomething(history),
    // In a small run so few come in a second that most go alone.
    sharedCalls(history, n < fullSize ? 0 : 0.5),
    allAcknowledged(history, n),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    successIsTrue(history),
    endedWithin(history, endLimitMs, 'fault'),
    oneEventPerOperation(history),
    repetitionsKeepTheirId(history),
  ],
};
