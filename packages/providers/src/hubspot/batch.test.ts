import { expect, test } from '@jest/globals';
import { answerOf } from '../testing/answer-of.ts';
import { batchUpdateRequest, readBatchAnswer } from './batch.ts';

const created = { names: ['0', '1', '2'], inResult: 'objectWriteTraceId', inError: 'objectWriteTraceId' };
const updated = { names: ['7', '8', '9'], inResult: 'id', inError: 'ids', inAnyOrder: true } as const;
const conflict = (traceIds?: string[]) => ({
  status: 'error',
  category: 'CONFLICT',
  message: 'Contact already exists',
  context: { ...(traceIds && { objectWriteTraceId: traceIds }), existingId: ['5'] },
});
const kinds = (outcome: ReturnType<typeof readBatchAnswer>) =>
  'records' in outcome
    ? outcome.records.map((o) => (o.kind === 'written' ? o.recordId : o.faults[0].kind))
    : outcome.kind;

test('ties errors to inputs by trace id, and results by what is left, in order', () => {
  const body = {
    status: 'COMPLETE',
    results: [{ id: '11' }, { id: '12' }],
    numErrors: 1,
    errors: [conflict(['1'])],
  };
  const outcome = readBatchAnswer(answerOf(207, body), created);
  expect(kinds(outcome)).toEqual(['11', 'conflict', '12']);
  expect(outcome).toMatchObject({ errors: [] });
});

test('prefers the trace id of a result, and keeps it out of the record', () => {
  const results = ['2', '0', '1'].map((objectWriteTraceId) => ({
    id: `1${objectWriteTraceId}`,
    objectWriteTraceId,
  }));
  const outcome = readBatchAnswer(answerOf(201, { results }), created);
  expect(kinds(outcome)).toEqual(['10', '11', '12']);
  expect(JSON.stringify(outcome)).not.toContain('objectWriteTraceId');
});

test('matches updates by id, and one error to all the ids that it names', () => {
  const missing = { category: 'OBJECT_NOT_FOUND', message: 'gone', context: { ids: ['9', '7'] } };
  const outcome = readBatchAnswer(answerOf(207, { results: [{ id: '8' }], errors: [missing] }), updated);
  expect(kinds(outcome)).toEqual(['not-found', '8', 'not-found']);
});

test('an id that was given with zeros before it is the one without', () => {
  const records = ['007', '8', '09'].map((id) => ({ id, fields: {} }));
  const missing = { category: 'OBJECT_NOT_FOUND', message: 'gone', context: { ids: ['9'] } };
  const answer = answerOf(207, { results: [{ id: '8' }, { id: '7' }], errors: [missing] });
  expect(kinds(batchUpdateRequest.read(answer, records))).toEqual(['7', '8', 'not-found']);
});

test('an update of a merged record is told by its new id, of two by none: nobody can say whose is whose', () => {
  const result = (id: string) => ({ id, properties: { city: id } });
  const one = readBatchAnswer(answerOf(200, { results: ['12', '7', '9'].map(result) }), updated);
  expect(one).toMatchObject({ records: [{ recordId: '7' }, { data: result('12') }, { recordId: '9' }] });
  const two = readBatchAnswer(answerOf(200, { results: ['12', '11', '9'].map(result) }), updated);
  expect(two).toEqual({
    records: [
      { kind: 'written', recordId: '7' },
      { kind: 'written', recordId: '8' },
      { kind: 'written', recordId: '9', data: result('9') },
    ],
    errors: [],
  });
});

test('reads a 207 without errors, and a 200 with errors, by the body alone', () => {
  const results = [{ id: '7' }, { id: '8' }, { id: '9' }];
  expect(kinds(readBatchAnswer(answerOf(207, { results }), updated))).toEqual(['7', '8', '9']);
  const body = {
    results: [{ id: '7' }, { id: '9' }],
    errors: [{ category: 'VALIDATION_ERROR', message: 'x', context: { ids: ['8'] } }],
  };
  expect(kinds(readBatchAnswer(answerOf(200, body), updated))).toEqual(['7', 'invalid', '9']);
});

test('an error that names no input fails what has no result, and is told apart', () => {
  const body = {
    results: [{ id: '7' }, { id: '8' }],
    errors: [{ category: 'VALIDATION_ERROR', message: 'x' }],
  };
  const outcome = readBatchAnswer(answerOf(207, body), updated);
  expect(kinds(outcome)).toEqual(['7', '8', 'invalid']);
  expect(outcome).toMatchObject({ errors: [{ kind: 'invalid', message: 'x' }] });
});

test('does not guess which of several inputs a lone result is about', () => {
  const outcome = readBatchAnswer(answerOf(207, { results: [{ id: '11' }], errors: [conflict()] }), created);
  expect(outcome).toMatchObject({
    records: [0, 1, 2].map(() => ({ kind: 'failed', faults: [{ sent: 'unknown' }] })),
  });
});

test.each([
  { status: 'COMPLETE', results: [] },
  { status: 'CANCELED', results: [] },
  { status: 'PENDING', results: [] },
  {},
])('an answer with neither results nor errors does not prove that nothing was written: %j', (body) => {
  const unknown = { kind: 'failed', faults: [{ sent: 'unknown', retryable: true }] };
  expect(readBatchAnswer(answerOf(201, body), created)).toMatchObject(unknown);
});

test('does not know what became of a batch whose answer is cut off', () => {
  const unknown = { kind: 'failed', faults: [{ sent: 'unknown', retryable: true }] };
  expect(readBatchAnswer(answerOf(201, '{"results":[{"id"'), created)).toMatchObject(unknown);
});

test('reads the refusal of a whole batch', () => {
  expect(readBatchAnswer(answerOf(409, conflict()), created)).toMatchObject({
    kind: 'failed',
    faults: [{ kind: 'conflict', sent: 'rejected', retryable: false }],
  });
});
