import { expect, test } from '@jest/globals';
import type { PlannedRecord } from '@writ/write-core';
import type { ProviderAnswer } from '../transport/exchange.ts';
import { answerOf } from '../testing/answer-of.ts';
import { collectionRequest } from './collection.ts';
import { readBackRequest } from './composite.ts';
import { readUsage } from './usage.ts';
import { createRequest, removeRequest, upsertRequest } from './write.ts';

const id = '003000000000001AAA';
const unknown = { kind: 'failed', faults: [{ sent: 'unknown', retryable: true }] };
const part = (httpStatusCode: number, body: unknown) => ({
  httpStatusCode,
  body,
  httpHeaders: {},
  referenceId: 'x',
});
const created = part(201, { id, success: true, errors: [] });
const readCreated = (answer: ProviderAnswer) => createRequest.read(answer, { fields: {} });
const readBack = (...parts: unknown[]) => {
  const write = { method: 'POST', path: '' } as const;
  return readBackRequest.read(answerOf(200, { compositeResponse: parts }), write, '', readCreated);
};

test('reads the id that a create answers with', () => {
  expect(readCreated(answerOf(201, created.body))).toEqual({ kind: 'written', recordId: id });
  const failed = {
    success: false,
    errors: [{ statusCode: 'DUPLICATE_VALUE', message: 'taken', fields: ['A__c'] }],
  };
  expect(readCreated(answerOf(201, failed))).toMatchObject({
    faults: [{ kind: 'conflict', field: 'A__c' }],
  });
});

test('does not know what became of a write that is answered with a page or half a body', () => {
  expect(readCreated(answerOf(201, '{"id":"003'))).toMatchObject(unknown);
  expect(readCreated(answerOf(201, ''))).toMatchObject(unknown);
  expect(removeRequest.read(answerOf(200, '<html>login</html>'), id)).toMatchObject(unknown);
});

test('takes an empty answer to an update or a delete for success', () => {
  expect(removeRequest.read(answerOf(204), id)).toEqual({ kind: 'written', recordId: id });
});

test('finds what was created in the Location header', () => {
  const headers = { location: `/services/data/v66.0/sobjects/Contact/${id}` };
  expect(readCreated(answerOf(201, '', headers))).toMatchObject({ kind: 'written', recordId: id });
});

test('gives the record that was read back', () => {
  expect(readBack(created, part(200, { Id: id, Name: 'X' }))).toEqual({
    kind: 'written',
    recordId: id,
    data: { Id: id, Name: 'X' },
  });
});

test('a record that could not be read back is written all the same', () => {
  const refused = part(403, [{ errorCode: 'INSUFFICIENT_ACCESS_OR_READONLY', message: 'no access' }]);
  const written = { kind: 'written', recordId: id, warnings: [expect.stringContaining('no access')] };
  expect(readBack(created, refused)).toEqual(written);
  expect(readBack(created)).toMatchObject({ kind: 'written', recordId: id, warnings: [expect.any(String)] });
});

test('tells the failure of the write, and not that the read had nothing to read', () => {
  const refused = part(400, [{ errorCode: 'UNABLE_TO_LOCK_ROW', message: 'locked' }]);
  const halted = part(400, [{ errorCode: 'PROCESSING_HALTED', message: 'halted' }]);
  expect(readBack(refused, halted)).toMatchObject({
    kind: 'failed',
    faults: [{ kind: 'locked', retryable: true }],
  });
  expect(readBack()).toMatchObject(unknown);
});

const readCollection = (answer: ProviderAnswer) =>
  collectionRequest.read(answer, { method: 'POST', allOrNone: false }, [{ fields: {} }, { fields: {} }]);
const undone = {
  success: false,
  errors: [{ statusCode: 'ALL_OR_NONE_OPERATION_ROLLED_BACK', message: 'x', fields: [] }],
};
const bad = {
  success: false,
  errors: [{ statusCode: 'REQUIRED_FIELD_MISSING', message: 'y', fields: ['LastName'] }],
};

test('reads a result per record, under a 200 and under a 400', () => {
  const outcome = {
    records: [{ faults: [{ rolledBack: true }] }, { faults: [{ kind: 'invalid' }] }],
    errors: [],
  };
  expect(readCollection(answerOf(200, [undone, bad]))).toMatchObject(outcome);
  expect(readCollection(answerOf(400, [undone, bad]))).toMatchObject(outcome);
  expect(readCollection(answerOf(200, [{ id, success: true, errors: [] }, bad]))).toMatchObject({
    records: [{ kind: 'written', recordId: id }, { kind: 'failed' }],
  });
});

test('a record of a collection that was written without saying its id is no failure', () => {
  expect(readCollection(answerOf(200, [{ success: true, errors: [] }, bad]))).toMatchObject({
    records: [
      { kind: 'written', warnings: [expect.stringMatching(/does not show its id/)] },
      { kind: 'failed' },
    ],
  });
});

test('reads the refusal of a whole collection, and one that can not be read', () => {
  const empty = [{ errorCode: 'REQUIRED_FIELD_MISSING', message: 'at least 1 record' }];
  expect(readCollection(answerOf(400, empty))).toMatchObject({
    kind: 'failed',
    faults: [{ kind: 'invalid' }],
  });
  const absent = [{ errorCode: 'NOT_FOUND', message: 'The requested resource does not exist' }];
  expect(readCollection(answerOf(404, absent))).toMatchObject({ faults: [{ ofCall: true }] });
  expect(readCollection(answerOf(200, [undone]))).toMatchObject(unknown);
  expect(readCollection(answerOf(200, '[{"id"'))).toMatchObject(unknown);
});

test('reads the usage of the day', () => {
  const header = 'per-app-api-usage=17/250(appName=x), api-usage=146/15000';
  expect(readUsage({ 'sforce-limit-info': header })).toEqual({ daily: { limit: 15_000, remaining: 14_854 } });
  expect(readUsage({})).toBeUndefined();
});

test('a record is missing only if its own id is meant', () => {
  const read = (record: PlannedRecord, statusCode: string, fields: string[] = []) => {
    const item = { success: false, errors: [{ statusCode, message: 'entity is deleted', fields }] };
    const outcome = collectionRequest.read(answerOf(200, [item]), { method: 'PATCH', allOrNone: false }, [
      record,
    ]);
    return 'records' in outcome && outcome.records[0];
  };
  for (const code of ['INVALID_CROSS_REFERENCE_KEY', 'ENTITY_IS_DELETED']) {
    const is = (kind: string) => ({ faults: [{ kind, code, retryable: false, sent: 'rejected' }] });
    expect(read({ id, fields: { Name: 'x' } }, code)).toMatchObject(is('not-found'));
    expect(read({ id, fields: { RecordTypeId: 'x' } }, code, ['RecordTypeId'])).toMatchObject(is('invalid'));
    expect(read({ id, fields: { AccountId: '001000000000009AAA' } }, code)).toMatchObject(is('invalid'));
    expect(read({ fields: { Name: 'x' } }, code)).toMatchObject(is('invalid'));
  }
});

test('several records with the key of an upsert are named; a 300 that names none says nothing', () => {
  const record = { fields: {}, upsert: { field: 'Legacy_Id__c', value: 'd' } };
  const read = (body: unknown) => upsertRequest.read(answerOf(300, body), record);
  const addresses = ['003000000000001AAA', '003000000000002AAA'].map(
    (id) => `/services/data/v66.0/sobjects/Contact/${id}`,
  );
  expect(read(addresses)).toMatchObject({
    faults: [
      { code: 'AMBIGUOUS_KEY', sent: 'rejected', matches: ['003000000000001AAA', '003000000000002AAA'] },
    ],
  });
  for (const body of [[], '', addresses.slice(1)])
    expect(read(body)).toMatchObject({ kind: 'failed', faults: [{ sent: 'unknown' }] });
});
