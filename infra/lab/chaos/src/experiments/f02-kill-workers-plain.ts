import type { Experiment } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { duplicatesAtMost, duplicatesFlagged, sharedCalls, successIsTrue } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { faultsAtLeast, struckSomething } from '../rules/faults.ts';
import { killWorkers } from './kill-workers.ts';

const kills = { times: 10, everyMs: 2_000 };
/** What a worker has under way at once: calls to each account. */
const accounts = 3;
const accountConcurrency = 24;
const endLimitMs = 90_000;

/** F2: workers are killed while creates that nobody can look for are written. */
export const f02KillWorkersPlain: Experiment = {
  summary: 'the same with creates that hold nothing unique: what may be doubled is marked',
  unit: 'asynchronous creates',
  usualN: 10_000,
  ground: {
    replicas: { 'write-worker': 3 },
    accounts: () => accounts,
    latencyMs: 100,
    environment: { WORKER_ACCOUNT_CONCURRENCY: String(accountConcurrency) },
  },
  act: async (run) => {
    const perSecond = (run.n * 1000) / (kills.times * kills.everyMs);
    const numbers = range(0, run.n);
    await Promise.all([sendWrites(run, { numbers, record: 'plain', perSecond }), killWorkers(run, kills)]);
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    faultsAtLeast(history, kills.times),
    struckSomething(history),
    sharedCalls(history, 0),
    allAcknowledged(history, n),
    nothingLost(history),
    duplicatesAtMost(history, kills.times * accounts * accountConcurrency),
    duplicatesFlagged(history),
    allSucceeded(history),
    successIsTrue(history),
    oneEventPerOperation(history),
  ],
};
