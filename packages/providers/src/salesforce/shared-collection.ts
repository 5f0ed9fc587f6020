import type { BatchOutcome, PlannedRecord, ProviderFault, RecordOutcome } from '@writ/write-core';
import { mapFaults } from '../verdict.ts';
import { salesforceDeclaration } from './declaration.ts';

const { recordKeyOf } = salesforceDeclaration;

/** An exception that a trigger or a flow doesn't catch ends the whole save: each record has the same error (Providers §1.3). */
const ofAutomation = /^(?:CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY|CANNOT_EXECUTE_FLOW_TRIGGER|APEX_ERROR)$/;
/** Said alike of the record's own id and of one in its fields; as the answer to a single record the two differ. */
const ofSomeId = /^(?:INVALID_CROSS_REFERENCE_KEY|ENTITY_IS_DELETED)$/;

/**
 * What became of the records of an all-or-none collection that belong to different writes. Where every record has an error
 * and a trigger or flow failed, it may have failed for any of them: fewer may pass. A fault that only a call of its own
 * explains is `unclear`: a duplicate of a neighbour that was rolled back, an id that may be the record's own or not.
 */
export function judgedApart({ records, errors }: BatchOutcome, sent: readonly PlannedRecord[]): BatchOutcome {
  if (sent.length < 2) return { records, errors };
  const ids = new Set(sent.flatMap(({ id }) => (id === undefined ? [] : [recordKeyOf(id)])));
  const hasCulprits = records.some(isUndone);
  const judged = records.map((outcome, at): RecordOutcome => {
    if (outcome.kind === 'written') return outcome;
    return mapFaults(outcome, (fault) => {
      if (!hasCulprits && ofAutomation.test(fault.code ?? ''))
        return { ...fault, retryable: true, tooMuchAtOnce: true };
      return isUnclear(fault, ids, sent[at]) ? { ...fault, unclear: true } : fault;
    });
  });
  return { records: judged, errors };
}

const isUndone = (outcome: RecordOutcome): boolean =>
  outcome.kind === 'failed' && outcome.faults.some(({ rolledBack }) => rolledBack);

function isUnclear(
  { code = '', kind, matches = [], field }: ProviderFault,
  ids: ReadonlySet<string>,
  record: PlannedRecord | undefined,
): boolean {
  if (code === 'DUPLICATE_VALUE')
    return matches.length === 0 || matches.some((id) => ids.has(recordKeyOf(id)));
  const isOfUpdate = record?.id !== undefined;
  return isOfUpdate && ofSomeId.test(code) && kind === 'invalid' && field === undefined;
}
