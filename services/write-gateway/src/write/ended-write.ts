import type { EndedOperation } from '@writ/operation';
import {
  culpritsOf,
  faultText,
  resultTexts,
  type BatchOutcome,
  type ProviderFault,
  type WritePlan,
} from '@writ/write-core';

/** The faults that tell why, of the records and of the call. */
export const faultsOf = ({ records, errors }: BatchOutcome): readonly ProviderFault[] =>
  culpritsOf([...records.flatMap((outcome) => (outcome.kind === 'failed' ? outcome.faults : [])), ...errors]);

/** How a synchronous write ended, as its operation tells it (Contract §4.6). */
export function endOf(
  plan: WritePlan,
  outcome: BatchOutcome,
  objectName: string,
): Pick<EndedOperation, 'status' | 'result' | 'records'> {
  const succeeded = outcome.records.filter(({ kind }) => kind === 'written').length;
  const records = plan.records.map((planned, index) => {
    const own = outcome.records[index];
    return own?.kind === 'written'
      ? { planned, recordId: own.recordId, faults: [] }
      : { planned, faults: own?.faults ?? [] };
  });
  if (succeeded === 0) {
    const said = faultsOf(outcome).map(faultText)[0] ?? 'no reason given';
    return { status: 'failure', result: resultTexts.failed(objectName, said), records };
  }
  const result =
    plan.form === 'single'
      ? resultTexts.written()
      : resultTexts.batchWritten(succeeded, plan.records.length - succeeded);
  return { status: 'success', result, records };
}
