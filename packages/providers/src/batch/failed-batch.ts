import type { BatchOutcome, Faults, RecordOutcome } from '@writ/write-core';

/** A call that failed as a whole: every record fails with its faults, which belong to none of them alone. */
export function failedBatch(count: number, faults: Faults): BatchOutcome {
  return {
    records: Array.from({ length: count }, (): RecordOutcome => ({ kind: 'failed', faults })),
    errors: faults,
  };
}
