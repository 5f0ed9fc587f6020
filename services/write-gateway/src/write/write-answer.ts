import { toStoredFault } from '@writ/operation';
import { warningsOf, type BatchOutcome, type NoteLine, type WritePlan } from '@writ/write-core';

type DoneWrite = {
  operationId: string;
  plan: WritePlan;
  outcome: BatchOutcome;
  notes: readonly NoteLine[];
  unrecorded: readonly string[];
};

/** Contract §4.2. */
export function writeAnswer(write: DoneWrite): Record<string, unknown> {
  const { operationId, plan, outcome, notes, unrecorded } = write;
  const answer = plan.form === 'batch' ? batchMembers(outcome) : { result: singleResult(outcome, plan) };
  const warnings = [...warningsOf(notes), ...unrecorded];
  return { operationId, ...answer, ...(warnings.length > 0 && { warnings }) };
}

function toResult(outcome: BatchOutcome['records'][number]): Record<string, unknown> {
  if (outcome.kind === 'failed') return { success: false, errors: outcome.faults.map(toStoredFault) };
  const { recordId, created, data } = outcome;
  return {
    success: true,
    ...(recordId !== undefined && { recordId }),
    ...(created !== undefined && { created }),
    ...(data && { data }),
  };
}

function singleResult({ records: [written] }: BatchOutcome, { type }: WritePlan): Record<string, unknown> {
  return type === 'delete' || !written ? { success: true } : toResult(written);
}

/** `errors` lists faults of no record, then those of records with their places. */
export function batchMembers({ records, errors }: BatchOutcome): Record<string, unknown> {
  const successCount = records.filter(({ kind }) => kind === 'written').length;
  return {
    successCount,
    failureCount: records.length - successCount,
    results: records.map(toResult),
    errors: [
      ...errors.map(toStoredFault),
      ...records.flatMap((outcome, index) =>
        outcome.kind === 'failed' ? outcome.faults.map((fault) => ({ ...toStoredFault(fault), index })) : [],
      ),
    ],
  };
}
