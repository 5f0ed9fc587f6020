import type { Experiment } from '../experiment.ts';
import type { History } from '../entry.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { batchesOnTime, batchesWhole } from '../rules/batches.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { noDuplicates, sharedCalls } from '../rules/effects.ts';
import { oneEventPerOperation } from '../rules/events.ts';
import { noLeaseTheft } from '../rules/leases.ts';

const skewMs = 5 * 60_000;
const recordsPerBatch = 5;
const maxDelayMinutes = 1;
const lateMs = 15_000;
/** Longer than a lease of 15 s. */
const slowCallMs = 20_000;
const endLimitMs = 150_000;

/** F18: the clocks of the services are five minutes ahead, or five behind. */
export const f18ClockSkew: Experiment = {
  summary: 'clocks of the services 5 min ahead and behind: no early batch, no lease theft',
  unit: 'auto batches of 5 records, and as many creates that take longer than a lease',
  usualN: 50,
  ground: {
    accounts: (n) => n + 1,
    latencyMs: 0,
    skewMs: {
      'write-gateway': [skewMs],
      'write-worker': [-skewMs, skewMs],
      notification: [-skewMs],
    },
  },
  act: async (run) => {
    const { accounts, sandbox } = run.ground;
    const slow = accounts.at(-1) ?? accounts[0];
    await sandbox.change(slow.account, { latencyMs: slowCallMs });
    const batches = range(0, run.n).map((batch) =>
      sendWrites(run, {
        numbers: range(batch * recordsPerBatch, recordsPerBatch),
        record: 'plain',
        connections: 1,
        accountOf: () => batch,
        also: { autoBatchPolicy: { maxDelayMinutes } },
      }),
    );
    const numbers = range(run.n * recordsPerBatch, run.n);
    const slowly = sendWrites(run, { numbers, record: 'unique', accountOf: () => run.n });
    await Promise.all([...batches, slowly]);
    await waitEnded(run, endLimitMs);
  },
  judge: (history, n) => [
    sharedCalls(slowOf(history, n), 0.5),
    allAcknowledged(history, n * (recordsPerBatch + 1)),
    nothingLost(history),
    noLeaseTheft(history),
    batchesWhole(batchesOf(history, n), recordsPerBatch),
    batchesOnTime(batchesOf(history, n), maxDelayMinutes * 60_000, lateMs),
    noDuplicates(history),
    allSucceeded(history),
    oneEventPerOperation(history),
  ],
};

/** The history without the slow creates. */
const batchesOf = (history: History, n: number): History =>
  withWrites(history, (number) => number < n * recordsPerBatch);

/** The history without the batches. */
const slowOf = (history: History, n: number): History =>
  withWrites(history, (number) => number >= n * recordsPerBatch);

const withWrites = (history: History, isMeant: (number: number) => boolean): History =>
  history.filter(
    (entry) => !('numbers' in entry) || entry.numbers.length === 0 || entry.numbers.some(isMeant),
  );
