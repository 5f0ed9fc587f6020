import { expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/write-core';
import { answerOf } from '../testing/answer-of.ts';
import { batchUpdateRequest } from './batch.ts';

const records = [
  { id: '701', fields: { email: 'nonsense' } },
  { id: '702', fields: { age: 'old' } },
  { id: '703', fields: { city: 'Ulm' } },
];
const written = 'written';

/** Updates three records, of which the third is written; tells the messages of each, and of none. */
function update(...errors: JsonObject[]) {
  const body = { status: 'COMPLETE', results: [{ id: '703', properties: { city: 'Ulm' } }], errors };
  const outcome = batchUpdateRequest.read(answerOf(207, body), records, 'contacts');
  if (!('records' in outcome)) throw new Error('The batch failed as a whole.');
  const said = outcome.records.map((one) =>
    one.kind === 'written' ? written : one.faults.map(({ message }) => message).join(' | '),
  );
  return [said, outcome.errors.map(({ message }) => message)];
}
const error = (message: string, more: JsonObject = {}): JsonObject => ({
  status: 'error',
  category: 'VALIDATION_ERROR',
  message,
  ...more,
});
const each = [['bad email', 'bad age', written], []];

test.each([
  ['ids', (id: string) => ({ ids: [id] })],
  ['id', (id: string) => ({ id: [id] })],
  ['objectId', (id: string) => ({ objectId: id })],
])('of two bad records each has its own error, by `%s` of the context', (_, context) => {
  const errors = [
    error('bad age', { context: context('702') }),
    error('bad email', { context: context('701') }),
  ];
  expect(update(...errors)).toEqual(each);
});

test('of one error about two records each has its own details', () => {
  const ids = ['701', '702'];
  const details = [
    { message: 'bad age', context: { ids: ['702'] } },
    { message: 'bad email', context: { ids: ['701'] } },
  ];
  expect(update(error('bad values', { context: { ids }, errors: details }))).toEqual(each);
  expect(update(error('bad values', { errors: details }))).toEqual(each);
  const [ofAge = {}] = details;
  expect(update(error('bad values', { context: { ids }, errors: [ofAge] }))).toEqual([
    ['bad values', 'bad age', written],
    [],
  ]);
});

test('what names no record is of the one that its words fit: by its id, or by the field and its value', () => {
  expect(update(error('No object 702'), error('Object 701 is locked'))).toEqual([
    ['Object 701 is locked', 'No object 702', written],
    [],
  ]);
  const property = (message: string, propertyName: string) =>
    error('Property values were not valid', { errors: [{ message, context: { propertyName } }] });
  expect(update(property('nonsense is bad', 'email'), property('old was not a number', 'age'))).toEqual([
    ['nonsense is bad', 'old was not a number', written],
    [],
  ]);
});

test('several errors about one record are all its own, and an error about none is told apart', () => {
  const named = ['one', 'two'].map((message) => error(message, { context: { ids: ['701'] } }));
  expect(update(...named, error('three'))).toEqual([['one | two', 'three', written], ['three']]);
});

test('an error that names a record which has a result is not of that record', () => {
  const also = error('conflict with another', { category: 'CONFLICT', context: { ids: ['703'] } });
  const [said] = update(also, error('bad age', { context: { ids: ['702'] } }));
  expect(said).toEqual(['conflict with another', 'bad age', written]);
});

test('an id that a conflict names as existing is no culprit', () => {
  const conflict = { category: 'CONFLICT', context: { ids: ['701'], existingId: ['702'] } };
  expect(update(error('taken', conflict), error('bad age', { context: { ids: ['702'] } }))).toEqual([
    ['taken', 'bad age', written],
    [],
  ]);
});
