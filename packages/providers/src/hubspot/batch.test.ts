import { expect, test } from '@jest/globals';
import type { JsonObject, PlannedRecord } from '@writ/write-core';
import { answerOf } from '../testing/answer-of.ts';
import { batchCreateRequest, batchUpdateRequest } from './batch.ts';

const people = ['ann', 'bob', 'cy'].map((name): PlannedRecord => ({
  fields: { email: `${name}@x.example`, city: 'Ulm' },
}));
const cars = ['red', 'blue', 'black'].map((color): PlannedRecord => ({ fields: { color, doors: 5 } }));
const result = (id: string, properties: JsonObject = {}, traceId?: string): JsonObject => ({
  id,
  properties,
  ...(traceId !== undefined && { objectWriteTraceId: traceId }),
});
type Body = { results?: JsonObject[]; errors?: JsonObject[] };
const bodyOf = ({ results = [], errors }: Body): JsonObject => ({
  status: 'COMPLETE',
  results,
  ...(errors && { numErrors: errors.length, errors }),
});
const created = (records: readonly PlannedRecord[], body: Body, allOrNone = false, objectName = 'contacts') =>
  batchCreateRequest.read(answerOf(207, bodyOf(body)), records, allOrNone, objectName);
const updates = (ids = ['7', '8', '9'], fields: JsonObject = { city: 'Ulm' }) =>
  ids.map((id) => ({ id, fields }));
const updated = (body: Body, records = updates()) =>
  batchUpdateRequest.read(answerOf(207, bodyOf(body)), records, 'contacts');

type Outcome = ReturnType<typeof created>;
const outcomesOf = (outcome: Outcome) => ('records' in outcome ? outcome.records : []);
/** Of each record its id, `-` if it was written under an unknown one, or the codes of its faults. */
const told = (outcome: Outcome) =>
  outcomesOf(outcome).map((one) =>
    one.kind === 'written' ? (one.recordId ?? '-') : one.faults.map(({ code }) => code).join(),
  );
const unknown = 'UNREADABLE_ANSWER';
const conflict = (traceIds?: string[]) => ({
  status: 'error',
  category: 'CONFLICT',
  message: 'Contact already exists',
  context: { ...(traceIds && { objectWriteTraceId: traceIds }), existingId: ['5'] },
});

test.each([false, true])('results in another order are matched by what was sent (all or none: %s)', (all) => {
  const shown = people.map(({ fields }, at) => result(`1${at}`, fields));
  expect(told(created(people, { results: shown.toReversed() }, all))).toEqual(['10', '11', '12']);
  const shownCars = cars.map(({ fields }, at) => result(`1${at}`, { ...fields, doors: '5' }));
  expect(told(created(cars, { results: shownCars.toReversed() }, all, 'p1_cars'))).toEqual([
    '10',
    '11',
    '12',
  ]);
});

test('a trace id decides, whatever the properties have become, and is no part of the record', () => {
  const results = ['2', '0', '1'].map((at) => result(`1${at}`, { email: 'other@x.example' }, at));
  const outcome = created(people, { results });
  expect(told(outcome)).toEqual(['10', '11', '12']);
  expect(JSON.stringify(outcome)).not.toContain('objectWriteTraceId');
});

test('a trace id that is none of ours, or comes twice, decides nothing', () => {
  const [ann, bob, cy] = people.map(({ fields }) => fields);
  const results = [result('12', cy, '0'), result('11', bob, '0'), result('10', ann, '7')];
  expect(told(created(people, { results }))).toEqual(['10', '11', '12']);
  const nothingElse = ['0', '0', '7'].map((traceId, at) => result(`1${at}`, {}, traceId));
  expect(told(created(people, { results: nothingElse }))).toEqual(['-', '-', '-']);
  const foreign = ['1', '2', '0'].map((traceId, at) => result(`1${at}`, people[at]?.fields, traceId));
  expect(told(created(people, { results: foreign }, true))).toEqual(['10', '11', '12']);
  const failed = { results: [result('10', ann, '1'), result('12', cy, '2')], errors: [conflict(['1'])] };
  expect(told(created(people, failed))).toEqual(['10', 'CONFLICT', '12']);
});

test('once a match is made, a trace id that came twice tells the other one', () => {
  const results = [result('11', people[1]?.fields, '0'), result('10', {}, '0')];
  expect(told(created(people.slice(0, 2), { results }))).toEqual(['10', '11']);
});

test('a result that is repeated is one record', () => {
  const [ann] = people.map(({ fields }) => fields);
  const same = [{ fields: { city: 'Ulm' } }, { fields: { city: 'Ulm' } }];
  const twice = [result('10', { city: 'Ulm' }, '0'), result('10', { city: 'Ulm' }, '1')];
  expect(told(created(same, { results: twice }))).toEqual(['10', unknown]);
  const again = [result('10', ann, '0'), result('10', ann, '0')];
  expect(told(created(people.slice(0, 1), { results: again }))).toEqual(['10']);
  expect(told(updated({ results: ['7', '9', '7', '8'].map((id) => result(id)) }))).toEqual(['7', '8', '9']);
});

test('an email matches by itself; without one all that is shown of a record has to', () => {
  const changed = people.map(({ fields }, at) => result(`1${at}`, { ...fields, city: 'Bonn' }));
  expect(told(created(people, { results: changed.toReversed() }))).toEqual(['10', '11', '12']);
  const repainted = cars.map(({ fields }, at) => result(`1${at}`, { ...fields, doors: '4' }));
  expect(told(created(cars, { results: repainted }, false, 'p1_cars'))).toEqual(['-', '-', '-']);
});

test('the only result of the only input is its own, whatever HubSpot has made of its values', () => {
  const company = { fields: { domain: 'https://www.Acme.example/' } };
  const results = [result('10', { domain: 'acme.example' })];
  expect(told(created([company], { results }, true, 'companies'))).toEqual(['10']);
});

test('records that are written under unknown ids are no failures, and warn', () => {
  const outcome = created(people, { results: ['10', '11', '12'].map((id) => result(id)) });
  const warnings = [expect.stringMatching(/does not show which id/)];
  expect(outcome).toEqual({ records: people.map(() => ({ kind: 'written', warnings })), errors: [] });
});

test('inputs that are equal in all that was sent may take any of their results; other associations make them differ', () => {
  const same: PlannedRecord = { fields: { city: 'Ulm', zip: '89073' } };
  const inOtherOrder: PlannedRecord = { fields: { zip: '89073', city: 'Ulm' } };
  const associated = { ...same, associations: [{ to: { id: '3' }, types: [] }] };
  const results = ['10', '11'].map((id) => result(id, same.fields));
  expect(told(created([same, inOtherOrder], { results }))).toEqual(['10', '11']);
  expect(told(created([associated, associated], { results }))).toEqual(['10', '11']);
  expect(told(created([same, associated], { results }))).toEqual(['-', '-']);
});

test('one record may hold what another one holds, and more: neither is guessed', () => {
  const records = [{ fields: { city: 'Ulm' } }, { fields: { city: 'Ulm', zip: '1' } }];
  const results = [result('11', { city: 'Ulm', zip: '1' }), result('10', { city: 'Ulm' })];
  expect(told(created(records, { results }))).toEqual(['-', '-']);
});

test('with fewer results than inputs it is not known which records were written', () => {
  expect(told(created(people, { results: [result('11')], errors: [conflict()] }))).toEqual([
    unknown,
    unknown,
    unknown,
  ]);
  const [ann] = people.map(({ fields }) => fields);
  expect(told(created(people, { results: [result('10', ann)] }))).toEqual(['10', unknown, unknown]);
});

test('an error that names no input is unclear for each of several that are left, and certain for the only one', () => {
  const [, bob, cy] = people.map(({ fields }) => fields);
  const unnamed = { category: 'VALIDATION_ERROR', message: 'Something is wrong' };
  const several = outcomesOf(
    created(people, { results: [result('11', bob, '1')], errors: [unnamed, unnamed] }),
  );
  const unclear = { sent: 'rejected', code: 'VALIDATION_ERROR', unclear: true };
  for (const at of [0, 2]) expect(several[at]).toMatchObject({ faults: [unclear, unclear] });
  expect(several[1]).toMatchObject({ recordId: '11' });
  const results = [result('11', bob, '1'), result('12', cy, '2')];
  const [only] = outcomesOf(created(people, { results, errors: [unnamed] }));
  expect(only).toMatchObject({ faults: [{ code: 'VALIDATION_ERROR' }] });
  expect(JSON.stringify(only)).not.toContain('unclear');
});

test('errors are tied to inputs by trace id; the record that is left has the result that is left', () => {
  const results = [result('12', people[2]?.fields), result('10', people[0]?.fields)];
  const outcome = created(people, { results, errors: [conflict(['1'])] });
  expect(told(outcome)).toEqual(['10', 'CONFLICT', '12']);
  expect(outcome).toMatchObject({ errors: [] });
});

test('an id that was given with zeros before it is the one without', () => {
  const missing = { category: 'OBJECT_NOT_FOUND', message: 'gone', context: { ids: ['9'] } };
  const body = { results: [result('8'), result('7')], errors: [missing] };
  expect(told(updated(body, updates(['007', '8', '09'])))).toEqual(['7', '8', 'OBJECT_NOT_FOUND']);
});

test('an update of a merged record is told by its new id, of two that are alike by none', () => {
  const shown = (...ids: string[]) => ({ results: ids.map((id) => result(id, { city: 'Ulm' })) });
  const one = updated(shown('12', '7', '9'));
  expect(outcomesOf(one)).toMatchObject([{ recordId: '7' }, { recordId: '12' }, { recordId: '9' }]);
  const records = [...updates(['7'], { city: 'Ulm' }), ...updates(['8'], { city: 'Ulm', zip: '1' })];
  expect(outcomesOf(updated(shown('12', '12'), records))).toEqual([
    { kind: 'written', recordId: '7' },
    { kind: 'written', recordId: '8' },
  ]);
});

test('reads a 207 without errors, and a 200 with errors, by the body alone', () => {
  expect(told(updated({ results: ['7', '8', '9'].map((id) => result(id)) }))).toEqual(['7', '8', '9']);
  const errors = [{ category: 'VALIDATION_ERROR', message: 'x', context: { ids: ['8'] } }];
  const body = bodyOf({ results: [result('7'), result('9')], errors });
  const outcome = batchUpdateRequest.read(answerOf(200, body), updates(), 'contacts');
  expect(told(outcome)).toEqual(['7', 'VALIDATION_ERROR', '9']);
});

test.each([
  ['neither results nor errors', 200, { status: 'COMPLETE', results: [] }, 'unknown', unknown],
  ['a cancelled batch', 200, { status: 'CANCELED', results: [] }, 'unknown', unknown],
  ['a batch that has not ended', 202, { status: 'PENDING', results: [] }, 'unknown', unknown],
  ['an empty object', 202, {}, 'unknown', unknown],
  ['a body that is cut off', 201, '{"results":[{"id"', 'unknown', unknown],
])('%s fails the whole batch', (_, status, body, sent, code) => {
  expect(batchCreateRequest.read(answerOf(status, body), people, false, 'contacts')).toMatchObject({
    kind: 'failed',
    faults: [{ sent, code, retryable: true }],
  });
});

test('reads the refusal of a whole batch', () => {
  expect(batchCreateRequest.read(answerOf(409, conflict()), people, true, 'contacts')).toMatchObject({
    kind: 'failed',
    faults: [{ kind: 'conflict', sent: 'rejected', retryable: false }],
  });
});

test('a 404 without a category is about the path of a batch, and is not narrowed down', () => {
  const lost = { status: 'error', message: 'resource not found' };
  expect(batchUpdateRequest.read(answerOf(404, lost), updates(), 'contacts')).toMatchObject({
    kind: 'failed',
    faults: [{ kind: 'invalid', ofCall: true, retryable: false, sent: 'rejected' }],
  });
  const missing = { ...lost, category: 'OBJECT_NOT_FOUND' };
  expect(batchUpdateRequest.read(answerOf(404, missing), updates(), 'contacts')).toMatchObject({
    faults: [{ kind: 'not-found' }],
  });
});
