import type { BatchOutcome, Faults, RecordOutcome } from '@writ/write-core';
import { withFaults } from '../verdict.ts';

/**
 * The outcome of an all-or-none call, which is retried as a whole: one culprit's lasting fault is final for
 * all. Rolled back records are no culprits (Contract §4.4).
 */
export function settleTogether({ records, errors }: BatchOutcome): BatchOutcome {
  const faults = records.flatMap((outcome) => (outcome.kind === 'failed' ? outcome.faults : []));
  const lasting = faults.some(({ retryable, rolledBack }) => !retryable && rolledBack !== true);
  return lasting ? { records: records.map(asFinal), errors } : { records, errors };
}

const asFinal = (outcome: RecordOutcome): RecordOutcome =>
  outcome.kind === 'failed' ? withFaults(outcome, { retryable: false }) : outcome;

export const failedBatch = (count: number, faults: Faults): BatchOutcome => ({
  records: Array.from({ length: count }, (): RecordOutcome => ({ kind: 'failed', faults })),
  errors: faults,
});
