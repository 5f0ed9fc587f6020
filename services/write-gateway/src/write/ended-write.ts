import type { EndedOperation } from '@writ/operation';
import {
  causesText,
  culpritsOf,
  resultTexts,
  type BatchOutcome,
  type ProviderFault,
  type WritePlan,
} from '@writ/write-core';

export const faultsOf = ({ records, errors }: BatchOutcome): readonly ProviderFault[] =>
  culpritsOf([...records.flatMap((outcome) => (outcome.kind === 'failed' ? outcome.faults : [])), ...errors]);

/** Refused connections stay refused until they are made again. */
export const passes = ({ retryable, kind }: ProviderFault): boolean => retryable && kind !== 'unauthorized';

export const decisiveOf = (faults: readonly ProviderFault[]): ProviderFault | undefined =>
  faults.find((fault) => !passes(fault)) ?? faults[0];

/** As stored in the operation (Contract §4.6). */
export function endOf(
  plan: WritePlan,
  outcome: BatchOutcome,
  objectName: string,
): Pick<EndedOperation, 'status' | 'result' | 'records'> {
  const succeeded = outcome.records.filter(({ kind }) => kind === 'written').length;
  const records = plan.records.map((planned, index) => {
    const own = outcome.records[index];
    return own?.kind === 'written'
      ? {
          planned,
          ...(own.recordId !== undefined && { recordId: own.recordId }),
          ...(own.created !== undefined && { created: own.created }),
          faults: [],
        }
      : { planned, faults: own?.faults ?? [] };
  });
  if (succeeded === 0) {
    const said = causesText(outcome);
    return { status: 'failure', result: resultTexts.failed(objectName, said), records };
  }
  const result =
    plan.form === 'single'
      ? resultTexts.written()
      : resultTexts.batchWritten(succeeded, plan.records.length - succeeded);
  return { status: 'success', result, records };
}
