import { expect, test } from '@jest/globals';
import type { PlannedRecord, ProviderFault, RecordOutcome } from '@writ/write-core';
import { judgedApart } from './shared-collection.ts';

const own = '003000000000001AAA';
const other = '003000000000002AAA';
const written: RecordOutcome = { kind: 'written', recordId: own };
const fault = (code: string, more: Partial<ProviderFault> = {}): RecordOutcome => ({
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: code, code, ...more }],
});
const undone = fault('ALL_OR_NONE_OPERATION_ROLLED_BACK', { rolledBack: true, retryable: true });
const records: PlannedRecord[] = [
  { id: own, fields: {} },
  { id: other, fields: {} },
];
const creates: PlannedRecord[] = [{ fields: {} }, { fields: {} }];
const judgeOf = (sent: readonly PlannedRecord[], ...outcomes: RecordOutcome[]) =>
  judgedApart({ records: outcomes, errors: [] }, sent.slice(0, outcomes.length)).records;
const judge = (...outcomes: RecordOutcome[]) => judgeOf(records, ...outcomes);

const codes = ['CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY', 'CANNOT_EXECUTE_FLOW_TRIGGER', 'APEX_ERROR'];

test.each(codes)(
  '%s of every record is about some of them; with others undone it is about its own',
  (code) => {
    const [first, second] = judge(fault(code), fault('REQUIRED_FIELD_MISSING'));
    expect(first).toMatchObject({ faults: [{ tooMuchAtOnce: true, retryable: true }] });
    expect(second).toEqual(fault('REQUIRED_FIELD_MISSING'));
    expect(judge(fault(code), undone)).toEqual([fault(code), undone]);
    expect(judge(fault(code))).toEqual([fault(code)]);
  },
);

test.each(['UNKNOWN_EXCEPTION', 'LIMIT_EXCEEDED', 'INSUFFICIENT_ACCESS_OR_READONLY'])(
  '%s of every record alike is about some of them; in other words, or with others undone, it is about its own',
  (code) => {
    for (const sent of [records, creates])
      expect(judgeOf(sent, fault(code), fault(code))).toMatchObject([
        { faults: [{ tooMuchAtOnce: true, retryable: true }] },
        { faults: [{ tooMuchAtOnce: true, retryable: true }] },
      ]);
    const otherwise = fault(code, { message: 'another' });
    expect(judge(fault(code), otherwise)).toEqual([fault(code), otherwise]);
    expect(judge(fault(code), undone)).toEqual([fault(code), undone]);
    expect(judge(fault(code))).toEqual([fault(code)]);
  },
);

test('what passes in its own time is left as it is, even if all records have it', () => {
  const locked = fault('UNABLE_TO_LOCK_ROW', { kind: 'locked', retryable: true });
  expect(judge(locked, locked)).toEqual([locked, locked]);
});

test.each(['DUPLICATE_VALUE', 'DUPLICATES_DETECTED'])(
  'a create whose %s names a record is unclear beside others: it may be one of these, under the id that it had',
  (code) => {
    const conflict = fault(code, { kind: 'conflict', matches: [other] });
    expect(judgeOf(creates, conflict, undone)).toMatchObject([{ faults: [{ unclear: true }] }, undone]);
    expect(judgeOf(creates, conflict)).toEqual([conflict]);
  },
);

test('a duplicate of an unknown record, or of one in the call, is unclear; one of another record is not', () => {
  const duplicate = (...matches: string[]) => fault('DUPLICATE_VALUE', { kind: 'conflict', matches });
  for (const matches of [[], [other.slice(0, 15)]])
    expect(judge(duplicate(...matches), undone)[0]).toMatchObject({ faults: [{ unclear: true }] });
  const elsewhere = duplicate('003000000000009AAA');
  expect(judge(elsewhere, undone)).toEqual([elsewhere, undone]);
  expect(judge(duplicate())).toEqual([duplicate()]);
});

test.each(['INVALID_CROSS_REFERENCE_KEY', 'ENTITY_IS_DELETED'])(
  '%s is unclear where it may be about an id in the fields',
  (code) => {
    expect(judge(fault(code), undone)[0]).toMatchObject({ faults: [{ unclear: true }] });
    // Left alone of others, in a collection of one.
    expect(judge(fault(code))[0]).toMatchObject({ faults: [{ unclear: true }] });
    for (const clear of [fault(code, { kind: 'not-found' }), fault(code, { field: 'AccountId' })])
      expect(judge(clear, undone)).toEqual([clear, undone]);
  },
);

test('what was written stays as it is', () => {
  expect(judge(written, written)).toEqual([written, written]);
});
