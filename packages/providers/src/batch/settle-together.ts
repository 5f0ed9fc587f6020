import type { BatchOutcome, Faults, RecordOutcome } from '@writ/write-core';
import { withFaults } from '../verdict.ts';

/**
 * The outcome of an all-or-none call: sent again it would be sent whole, so nothing in it can still succeed unless
 * the fault of every culprit can pass. A record that was rolled back is no culprit (Contract §4.4).
 */
export function settleTogether({ records, errors }: BatchOutcome): BatchOutcome {
  const faults = records.flatMap((outcome) => (outcome.kind === 'failed' ? outcome.faults : []));
  const lasting = faults.some(({ retryable, rolledBack }) => !retryable && rolledBack !== true);
  return lasting ? { records: records.map(asFinal), errors } : { records, errors };
}

const asFinal = (outcome: RecordOutcome): RecordOutcome =>
  outcome.kind === 'failed' ? withFaults(outcome, { retryable: false }) : outcome;

/** A call that failed as a whole: every record fails with its faults, which belong to none of them alone. */
export const failedBatch = (count: number, faults: Faults): BatchOutcome => ({
  records: Array.from({ length: count }, (): RecordOutcome => ({ kind: 'failed', faults })),
  errors: faults,
});
