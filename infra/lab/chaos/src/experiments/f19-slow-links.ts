import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { refusedLessThan } from '../rules/answers.ts';
import { allAcknowledged, allSucceeded, nothingLost, oneOperationPerWrite } from '../rules/ends.ts';
import { noDuplicates } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { faultsAtLeast } from '../rules/faults.ts';

const perSecond = 20;
const slowerMs = 200;
/** The chance of a connection to be cut in each second. */
const cutShare = 0.01;
const cutEveryMs = 1_000;
const errorShare = 0.001;
const endLimitMs = 180_000;

/** F19: the network to Postgres and Redis is slow, and breaks now and then. */
export const f19SlowLinks: Experiment = {
  summary:
    '200 ms more to Redis and Postgres, 1 % of their connections cut each second, for 10 min at 20 writes/s',
  unit: 'asynchronous creates, each with an Idempotency-Key',
  usualN: 12_000,
  ground: { replicas: { 'write-worker': 2 }, accounts: () => 4, latencyMs: 0, links: true },
  act: async (run) => {
    for (const link of run.ground.links) link.delay(slowerMs);
    const ending = new AbortController();
    const cutting = cutNowAndThen(run, ending.signal);
    await sendWrites(run, { numbers: range(0, run.n), record: 'unique', perSecond, insist: true });
    ending.abort();
    await cutting;
    for (const link of run.ground.links) link.delay(0);
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    faultsAtLeast(history, 1),
    allAcknowledged(history, n),
    refusedLessThan(history, errorShare),
    oneOperationPerWrite(history),
    nothingLost(history),
    noDuplicates(history),
    allSucceeded(history),
    oneEventPerOperation(history),
  ],
};

async function cutNowAndThen({ ground, random, record }: Run, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    await delay(cutEveryMs);
    for (const link of ground.links) {
      const cut = link.cut(() => random.next() < cutShare);
      const target = new URL(link.url).protocol;
      if (cut > 0) record({ kind: 'fault', atMs: Date.now(), what: `${cut} connections cut`, target });
    }
  }
}
