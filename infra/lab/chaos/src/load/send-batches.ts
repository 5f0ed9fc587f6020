import { range } from '@writ/test-kit/laboratory';
import type { Run } from '../experiment.ts';
import { sendWrites } from './send-writes.ts';

const maxDelayMinutes = 1;
export const batchDelayMs = maxDelayMinutes * 60_000;

/** Sends `n` auto batches, each to its own account. A batch's writes follow each other, so their order is known. */
export const sendBatches = (run: Run, recordsPerBatch: number): Promise<unknown> =>
  Promise.all(
    range(0, run.n).map((batch) =>
      sendWrites(run, {
        numbers: range(batch * recordsPerBatch, recordsPerBatch),
        record: 'plain',
        connections: 1,
        accountOf: () => batch,
        also: { autoBatchPolicy: { maxDelayMinutes } },
      }),
    ),
  );
