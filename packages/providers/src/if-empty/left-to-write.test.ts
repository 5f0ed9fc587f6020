import { expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/write-core';
import { leftToWrite } from './left-to-write.ts';

const holding = (fields: JsonObject) => new Map([['1', { fields, shown: { id: '1', fields } }]]);
const update = (fields: JsonObject, ifEmpty: string[] = Object.keys(fields)) => [
  { id: '1', fields, ifEmpty },
];

test.each([[undefined], [null], ['']])('%j at the provider is empty', (value) => {
  const current = holding(value === undefined ? {} : { a: value });
  expect(leftToWrite(update({ a: 'x' }), current)).toEqual({
    steps: [{ kind: 'send', record: { id: '1', fields: { a: 'x' } } }],
    kept: [],
  });
});

test.each([[0], [false], [' '], [[]], [{}]])('%j at the provider is a value', (value) => {
  const current = holding({ a: value });
  expect(leftToWrite(update({ a: 'x' }), current)).toEqual({
    steps: [
      {
        kind: 'ended',
        outcome: { kind: 'written', recordId: '1', data: { id: '1', fields: { a: value } } },
      },
    ],
    kept: [{ kind: 'kept', field: 'a', records: [0] }],
  });
});

test('a provider that answers with its own capitals is understood', () => {
  const { steps } = leftToWrite(update({ mailingcity: 'x' }), holding({ MailingCity: 'Ulm' }));
  expect(steps).toMatchObject([{ kind: 'ended' }]);
});

test('a field that an earlier update of the same record empties can be written', () => {
  const records = [{ id: '1', fields: { a: null } }, ...update({ a: 'x' })];
  expect(leftToWrite(records, holding({ a: 'old' })).steps).toMatchObject([
    { kind: 'send', record: { fields: { a: null } } },
    { kind: 'send', record: { fields: { a: 'x' } } },
  ]);
});

test('what else the record has is left alone', () => {
  const { steps, kept } = leftToWrite(
    update({ a: 'x', b: 'y', c: 'z' }, ['a', 'b']),
    holding({ a: 'old', b: null }),
  );
  expect(steps).toEqual([{ kind: 'send', record: { id: '1', fields: { b: 'y', c: 'z' } } }]);
  expect(kept).toEqual([{ kind: 'kept', field: 'a', records: [0] }]);
});
