import { setTimeout as delay } from 'node:timers/promises';
import type { Experiment, Run } from '../experiment.ts';
import { range, sendWrites } from '../load/send-writes.ts';
import { waitEnded } from '../load/wait-ended.ts';
import { batchesOnTime, batchesWhole } from '../rules/batches.ts';
import { allAcknowledged, allSucceeded, nothingLost } from '../rules/ends.ts';
import { noDuplicates } from '../rules/effects.ts';
import { faultsAtLeast } from '../rules/faults.ts';
import { flushRedis } from './f03-flush-redis.ts';

const recordsPerBatch = 37;
/** The shortest that a caller can ask for. */
const maxDelayMinutes = 1;
const delayMs = maxDelayMinutes * 60_000;
const lateMs = 15_000;

/** F4: everything in Redis is lost while auto batches collect records: their timers too. */
export const f04FlushBatches: Experiment = {
  summary: 'Redis FLUSHALL while auto batches accumulate, 37 records each',
  unit: 'batches, of an account each',
  usualN: 50,
  ground: { accounts: (n) => n, latencyMs: 0 },
  act: async (run) => {
    // Those of one batch go one after the other, so that their order is known.
    const batches = range(0, run.n).map((batch) =>
      sendWrites(run, {
        numbers: range(batch * recordsPerBatch, recordsPerBatch),
        record: 'plain',
        connections: 1,
        accountOf: () => batch,
        also: { autoBatchPolicy: { maxDelayMinutes } },
      }),
    );
    await Promise.all(batches);
    await flush(run);
    await delay(run.random.integer(1_000, delayMs / 2));
    await flush(run);
    await waitEnded(run, delayMs + 3 * lateMs);
  },
  judge: (history, n) => [
    faultsAtLeast(history, 2),
    allAcknowledged(history, n * recordsPerBatch),
    nothingLost(history),
    batchesWhole(history, recordsPerBatch),
    batchesOnTime(history, delayMs, lateMs),
    noDuplicates(history),
    allSucceeded(history),
  ],
};

async function flush({ ground, record, tell }: Run): Promise<void> {
  await flushRedis(ground.servers.redis.url);
  record({ kind: 'fault', atMs: Date.now(), what: 'flush', target: 'Redis' });
  tell('Flushed Redis.');
}
