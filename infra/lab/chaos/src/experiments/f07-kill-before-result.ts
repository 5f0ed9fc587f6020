import type { Replica } from '@writ/stack';
import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { noDuplicates, sharedCalls, successIsTrue } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { faultsAtLeast, struckSomething } from '../rules/faults.ts';
import { countingFaults, riseAgain, runs } from './rise-again.ts';

/** The answer to the last create of each life is never stored; nor are those of others that were under way with it. */
const createsPerLife = 10;
const accountConcurrency = 5;
const workers = 2;
/** A lane whose worker died waits for the sweep, or for its leases: so there are others to go on with. */
const writesPerAccount = 20;
/** So many creates a life takes, those under way included; should it be more, more are sent. */
const usualPerLife = 15;
const sentAtOnce = workers * usualPerLife;
const endLimitMs = 600_000;
const lookEveryMs = 20;
const main = 'infra/lab/chaos/src/failing/dies-after-create.main.ts';

/** F7: workers are killed between the provider's answer and the commit of the result. */
export const f07KillBeforeResult: Experiment = {
  summary: "kill -9 the worker between the provider's 200 and the commit of the result, at every 10th create",
  unit: 'asynchronous creates with a unique property, or more, until a fifteenth as many kills',
  usualN: 3_000,
  ground: {
    replicas: { 'write-worker': 0 },
    accounts: (n) => Math.max(workers, Math.ceil(n / writesPerAccount)),
    latencyMs: 0,
  },
  act: async (given) => {
    const { run, killed } = countingFaults(given);
    const environment = {
      CHAOS_DIES_AT: String(createsPerLife),
      WORKER_ACCOUNT_CONCURRENCY: String(accountConcurrency),
      WORKER_LANE_SLOTS: '1',
    };
    const starting = Array.from({ length: workers }, () =>
      run.ground.stack.addReplica('write-worker', { main, environment }),
    );
    const started = await Promise.all(starting);
    const ending = new AbortController();
    const lives = Promise.all(started.map((worker) => live(run, worker, ending.signal)));
    const working = async (): Promise<void> => {
      await sendWrites(run, { numbers: range(0, run.n), record: 'unique', insist: true });
      await waitEnded(run, endLimitMs);
      // As many again as were sent, at most, so that an end there is.
      for (let sent = run.n; killed() < killsOf(run.n) && sent < 2 * run.n; sent += sentAtOnce) {
        await sendWrites(run, { numbers: range(sent, sentAtOnce), record: 'unique', insist: true });
        await waitEnded(run, endLimitMs);
      }
    };
    await Promise.race([working(), lives]);
    ending.abort();
    await lives;
  },
  judge: (history, n) => [
    faultsAtLeast(history, killsOf(n)),
    struckSomething(history),
    sharedCalls(history, 0.2),
    allAcknowledged(history, n),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    successIsTrue(history),
    oneEventPerOperation(history),
  ],
};

const killsOf = (n: number): number => Math.floor(n / usualPerLife);

/** Starts a worker again whenever it has killed itself, until all is over. */
async function live(run: Run, worker: Replica, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    if (runs(worker)) await delay(lookEveryMs);
    else await riseAgain(run, worker);
  }
}
