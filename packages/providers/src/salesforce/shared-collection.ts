import type { BatchOutcome, PlannedRecord, ProviderFault, RecordOutcome } from '@writ/write-core';
import { mapFaults } from '../verdict.ts';
import { salesforceDeclaration } from './declaration.ts';
import { ambiguousKeyCode } from '../upsert/upsert-faults.ts';

const { recordKeyOf } = salesforceDeclaration;

/**
 * An uncaught exception of a trigger or flow ends the whole save: each record has the error (Providers §1.3).
 */
const ofAutomation = /^(?:CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY|CANNOT_EXECUTE_FLOW_TRIGGER|APEX_ERROR)$/;
/** About the record's own id or one in its fields; only a call of its own tells which. */
const ofSomeId = /^(?:INVALID_CROSS_REFERENCE_KEY|ENTITY_IS_DELETED)$/;

/**
 * The outcomes of an all-or-none collection with records of different writes. If none was rolled back for
 * others, no record is named: errors of triggers and flows, and errors of all records, may be any record's,
 * and fewer records may pass. `unclear` faults need a call of their own: a duplicate of what may be a rolled
 * back neighbour, an id that may be the record's own.
 */
export function judgedApart({ records, errors }: BatchOutcome, sent: readonly PlannedRecord[]): BatchOutcome {
  const hasOthers = sent.length > 1;
  const ids = new Set(sent.flatMap(({ id }) => (id === undefined ? [] : [recordKeyOf(id)])));
  const namesNobody = hasOthers && !records.some(isUndone);
  const ofAll = namesNobody ? faultsOfAll(records) : [];
  const judged = records.map((outcome, at): RecordOutcome => {
    if (outcome.kind === 'written') return outcome;
    return mapFaults(outcome, (fault) => {
      const isOfAll = ofAll.some((other) => isAlike(other, fault));
      if (isOfAll || (namesNobody && ofAutomation.test(fault.code ?? '')))
        return { ...fault, retryable: true, tooMuchAtOnce: true };
      const isUnclear =
        (hasOthers && mayBeOfNeighbour(fault, ids, sent[at])) || mayBeOfField(fault, sent[at]);
      return isUnclear ? { ...fault, unclear: true } : fault;
    });
  });
  return { records: judged, errors };
}

const isUndone = (outcome: RecordOutcome): boolean =>
  outcome.kind === 'failed' && outcome.faults.some(({ rolledBack }) => rolledBack);

function faultsOfAll(records: readonly RecordOutcome[]): readonly ProviderFault[] {
  const [first = [], ...others] = records.map((one) => (one.kind === 'failed' ? one.faults : []));
  return first.filter(
    (fault) => !fault.retryable && others.every((faults) => faults.some((other) => isAlike(other, fault))),
  );
}

const isAlike = (one: ProviderFault, other: ProviderFault): boolean =>
  one.code === other.code && one.message === other.message;

/** A conflict may name a neighbour by the id that it had until it was rolled back. */
function mayBeOfNeighbour(
  { code, kind, matches = [] }: ProviderFault,
  ids: ReadonlySet<string>,
  record: PlannedRecord | undefined,
): boolean {
  // The upsert's own key.
  if (code === ambiguousKeyCode) return false;
  if (code === 'DUPLICATE_VALUE' && matches.length === 0) return true;
  if (record?.id === undefined) return kind === 'conflict' && matches.length > 0;
  return code === 'DUPLICATE_VALUE' && matches.some((id) => ids.has(recordKeyOf(id)));
}

const mayBeOfField = (
  { code = '', kind, field }: ProviderFault,
  record: PlannedRecord | undefined,
): boolean => record?.id !== undefined && ofSomeId.test(code) && kind === 'invalid' && field === undefined;
