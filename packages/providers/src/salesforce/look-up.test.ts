import { expect, test } from '@jest/globals';
import { answerOf } from '../testing/answer-of.ts';
import type { KeyField } from '../look-up/key-field.ts';
import { keyFieldsRequest, lookUpRequest, mayBeQueried } from './look-up.ts';

const field = (name: string, more: object) => ({ name, type: 'string', createable: true, ...more });
const keysIn = (...fields: object[]): readonly KeyField[] => {
  const keys = keyFieldsRequest.read(answerOf(200, { fields }));
  if (keys.kind === 'failed') throw new Error(keys.faults[0].message);
  return keys.fields;
};
const keyWith = (more: object): KeyField => {
  const [key] = keysIn(field('Key__c', { unique: true, ...more }));
  if (!key) throw new Error('The field is no key');
  return key;
};
const date = 'Sun, 01 Mar 2026 10:00:30 GMT';
const row = (Id: string, Key__c: unknown) => ({ Id, Key__c, CreatedDate: '2026-03-01T10:00:00.000+0000' });
const read = (records: readonly object[], asked: readonly string[], key = keyWith({}), done = true) => {
  const told = lookUpRequest.read(answerOf(200, { records, done }, { date }), key, asked);
  return told.kind === 'told' ? Object.fromEntries(told.byValue) : told;
};
const found = (recordId: string) => ({ kind: 'found', recordId, ageMs: 30_000 });

test('key fields are the unique ones that can be set, then other external ids', () => {
  const names = keysIn(
    field('Id', { type: 'id', createable: false, unique: true }),
    field('Email', { idLookup: true }),
    field('Ext__c', { externalId: true }),
    field('Hidden__c', { unique: true, filterable: false }),
    field('Key__c', { unique: true, externalId: true }),
  ).map(({ name }) => name);
  expect(names).toEqual(['Key__c', 'Ext__c']);
});

test('values are quoted so that none of them can change the query', () => {
  const key = keyWith({});
  expect(key.asked(String.raw`  O'Hara \ "x" `)).toBe(String.raw`'O\'Hara \\ \"x\"'`);
  expect(key.asked('a\nb')).toBe(String.raw`'a\nb'`);
  expect([key.asked(' '), key.asked(null), key.asked({ a: 1 }), key.asked('x'.repeat(256))]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const number = keyWith({ type: 'double' });
  expect([number.asked(7), number.asked('7.50'), number.asked('1 OR 2')]).toEqual(['7', '7.5', undefined]);
  expect(['Contact', 'My_Thing__c'].every(mayBeQueried)).toBe(true);
  expect(['Contact WHERE', "a'b", ''].some(mayBeQueried)).toBe(false);
});

test('a look-up is one query for all values', () => {
  const target = { version: '66.0', objectName: 'Contact', headers: [{ key: 'Sforce-Mru', value: 'x' }] };
  expect(lookUpRequest.build(target, keyWith({}), ["'a b'", "'c'"])).toEqual({
    method: 'GET',
    path: "/services/data/v66.0/query?q=SELECT%20Id%2C%20CreatedDate%2C%20Key__c%20FROM%20Contact%20WHERE%20Key__c%20IN%20('a%20b'%2C%20'c')",
    headers: {},
  });
});

test('rows are told by their value, in whatever case it is kept', () => {
  expect(read([row('003', 'ABC')], ["'abc'", "'d'"])).toEqual({
    "'abc'": found('003'),
    "'d'": { kind: 'absent' },
  });
  const exact = keyWith({ caseSensitive: true });
  expect(read([row('003', 'ABC')], ["'abc'"], exact)).toMatchObject({ "'abc'": { kind: 'absent' } });
  expect(read([row('003', 7)], ['7'], keyWith({ type: 'double' }))).toEqual({ '7': found('003') });
});

test('a value may be in several rows; an answer that goes on elsewhere tells nothing', () => {
  expect(read([row('1', 'a'), row('2', 'a'), row('3', 'a')], ["'a'"])).toEqual({
    "'a'": { kind: 'several', recordIds: ['1', '2', '3'] },
  });
  expect(read([row('1', 'a')], ["'a'", "'b'"], keyWith({}), false)).toEqual({
    "'a'": { kind: 'unsearchable' },
  });
});
