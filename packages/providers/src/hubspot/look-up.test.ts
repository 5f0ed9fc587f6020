import { expect, test } from '@jest/globals';
import { answerOf } from '../testing/answer-of.ts';
import { alwaysKeysOf, keyFieldsRequest, lookUpRequest } from './look-up.ts';

const [email] = alwaysKeysOf('contacts');
if (!email) throw new Error('Contacts have no email');
const date = 'Sun, 01 Mar 2026 10:00:30 GMT';
const record = (id: string, value: string | null) => ({
  id,
  properties: { email: value },
  createdAt: '2026-03-01T10:00:00.000Z',
});
const read = (body: unknown, asked: readonly string[], headers: Record<string, string> = { date }) => {
  const told = lookUpRequest.read(answerOf(207, body, headers), email, asked);
  return told.kind === 'told' ? Object.fromEntries(told.byValue) : told;
};
const found = (recordId: string) => ({ kind: 'found', recordId, ageMs: 30_000 });
const absent = { kind: 'absent' };
const missing = (...ids: string[]) => ({ status: 'error', category: 'OBJECT_NOT_FOUND', context: { ids } });

test('contacts are known by their email under each name of theirs, other objects by what is unique and free', () => {
  expect(['contacts', 'contact', '0-1', 'companies'].map((name) => alwaysKeysOf(name).length)).toEqual([
    1, 1, 1, 0,
  ]);
  const results = [
    { name: 'key', hasUniqueValue: true, modificationMetadata: { readOnlyValue: false } },
    { name: 'hs_object_id', hasUniqueValue: true, modificationMetadata: { readOnlyValue: true } },
    { name: 'score', hasUniqueValue: true, calculated: true },
    { name: 'city', hasUniqueValue: false },
  ];
  const keys = keyFieldsRequest.read(answerOf(200, { results }));
  expect(keys.kind === 'keys' && keys.fields.map(({ name }) => name)).toEqual(['key']);
});

test('a look-up reads by the property, and the property alone', () => {
  expect(lookUpRequest.build({ version: 'v3', objectName: 'contacts' }, email, ['a@x.example'])).toEqual({
    method: 'POST',
    path: '/crm/v3/objects/contacts/batch/read',
    json: {
      idProperty: 'email',
      inputs: [{ id: 'a@x.example' }],
      properties: ['email'],
      propertiesWithHistory: [],
    },
  });
});

test('an email is found as HubSpot keeps it, in small letters, and its age is by the clock of the answer', () => {
  const results = [record('7', 'ada@x.example')];
  expect(read({ results }, ['Ada@X.example', 'b@x.example'])).toEqual({
    'ada@x.example': found('7'),
    'b@x.example': absent,
  });
});

test('what is named as missing is absent; what is named for another reason is not told', () => {
  const errors = [missing('b@x.example'), { status: 'error', category: 'VALIDATION_ERROR', context: {} }];
  expect(read({ results: [], errors }, ['b@x.example', 'c@x.example'])).toEqual({ 'b@x.example': absent });
});

test.each([{}, { status: 'PENDING', results: [] }])(
  'nothing is absent by an answer that tells %j',
  (body) => {
    expect(read(body, ['a@x.example'])).toMatchObject({ kind: 'failed', faults: [{ retryable: true }] });
  },
);

test('a contact that shows another address is the one that is left, if there is only one', () => {
  const results = [record('7', 'first@x.example')];
  const errors = [missing('b@x.example')];
  expect(read({ results, errors }, ['second@x.example', 'b@x.example'])).toEqual({
    'second@x.example': found('7'),
    'b@x.example': absent,
  });
  expect(read({ results }, ['second@x.example', 'c@x.example'])).toEqual({});
});

test('without the moment of the answer or of the creation nobody can tell whose record it is', () => {
  const unsearchable = { 'a@x.example': { kind: 'unsearchable' } };
  expect(read({ results: [record('7', 'a@x.example')] }, ['a@x.example'], {})).toEqual(unsearchable);
  const results = [{ ...record('7', 'a@x.example'), createdAt: undefined }];
  expect(read({ results }, ['a@x.example'])).toEqual(unsearchable);
});
