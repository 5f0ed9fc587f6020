import type { BatchOutcome, Faults, RecordOutcome } from '@writ/write-core';

/**
 * The outcome of an all-or-none call: sent again it would be sent whole, so nothing in it can still succeed unless
 * the fault of every culprit can pass. A record that was rolled back is no culprit (Contract §4.4).
 */
export function settleTogether({ records, errors }: BatchOutcome): BatchOutcome {
  const faults = records.flatMap((outcome) => (outcome.kind === 'failed' ? outcome.faults : []));
  const lasting = faults.some(({ retryable, rolledBack }) => !retryable && rolledBack !== true);
  return lasting ? { records: records.map(asFinal), errors } : { records, errors };
}

function asFinal(outcome: RecordOutcome): RecordOutcome {
  if (outcome.kind === 'written') return outcome;
  const [first, ...others] = outcome.faults.map((fault) => ({ ...fault, retryable: false }));
  const faults: Faults = first === undefined ? outcome.faults : [first, ...others];
  return { kind: 'failed', faults };
}
