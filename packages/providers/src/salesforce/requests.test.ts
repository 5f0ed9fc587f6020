import { expect, test } from '@jest/globals';
import { collectionRequest } from './collection.ts';
import { looksLikeReference, readBackRequest, rowRequest } from './composite.ts';
import { keyFieldsRequest, lookUpRequest } from './look-up.ts';
import { recordPageOf } from './paths.ts';
import { readRequest } from './read.ts';
import { createRequest, removeRequest, updateRequest } from './write.ts';

const id = '003000000000001AAA';
const target = {
  version: '66.0',
  objectName: 'Contact',
  headers: [
    { key: 'Sforce-Auto-Assign', value: 'FALSE' },
    { key: 'If-Unmodified-Since', value: 'Wed, 21 Oct 2015 07:28:00 GMT' },
    { key: 'X-Custom', value: '1' },
  ],
};
const forwarded = {
  'sforce-auto-assign': 'FALSE',
  'if-unmodified-since': 'Wed, 21 Oct 2015 07:28:00 GMT',
  'x-custom': '1',
};
const plain = { ...target, headers: [] };
const unread = () => ({ kind: 'written', recordId: id }) as const;

test('writes the fields as they are, and forwards headers', () => {
  const create = {
    method: 'POST',
    path: '/services/data/v66.0/sobjects/Contact',
    headers: forwarded,
    json: { A: null, B: 1 },
  };
  expect(createRequest.build(target, { fields: { A: null, B: 1 } })).toEqual(create);
  const path = `/services/data/v66.0/sobjects/Contact/${id}`;
  expect(updateRequest.build(target, { id, fields: { B: true } })).toEqual({
    ...create,
    method: 'PATCH',
    path,
    json: { B: true },
  });
  expect(removeRequest.build(target, id)).toEqual({ method: 'DELETE', path, headers: forwarded });
});

test('an empty value clears a field of any type, and a list is the text of its options, in each kind of call', () => {
  const fields = { A: '', B: null, C: [], D: ['x', 'y', 3, true], E: ' ', F: 0, G: false, H: [{ a: 1 }] };
  const encoded = { A: null, B: null, C: null, D: 'x;y;3;true', E: ' ', F: 0, G: false, H: [{ a: 1 }] };
  expect(createRequest.build(plain, { fields }).json).toEqual(encoded);
  expect(updateRequest.build(plain, { id, fields }).json).toEqual(encoded);
  expect(
    collectionRequest.build(plain, { method: 'POST', allOrNone: false }, [{ fields }]).json,
  ).toMatchObject({
    records: [encoded],
  });
});

test('encodes what goes into a path', () => {
  expect(removeRequest.build({ ...plain, objectName: 'a/b' }, '../x').path).toBe(
    '/services/data/v66.0/sobjects/a%2Fb/..%2Fx',
  );
});

test.each([
  ['0035g00000abcDeAAI', '0035g00000abcDeAAI'],
  ['0035g00000abcdeaai', '0035g00000abcDeAAI'],
  ['0035G00000ABCDEAAI', '0035g00000abcDeAAI'],
  ['0035g00000abcDe', '0035g00000abcDe'],
  // Its last three fit no capitals of the others.
  ['0035g00000abcDeZZZ', '0035g00000abcDeZZZ'],
])('the id %s is sent as %s', (given, sent) => {
  expect(removeRequest.build(plain, given).path).toBe(`/services/data/v66.0/sobjects/Contact/${sent}`);
});

test('reads a record back in the call that writes it, with every forwarded header where it belongs', () => {
  const write = createRequest.build(target, { fields: { LastName: 'X' } });
  expect(readBackRequest.build(target, write, '@{write.id}', unread)).toEqual({
    method: 'POST',
    path: '/services/data/v66.0/composite',
    headers: { 'sforce-auto-assign': 'FALSE', 'x-custom': '1' },
    json: {
      allOrNone: false,
      compositeRequest: [
        {
          method: 'POST',
          url: '/services/data/v66.0/sobjects/Contact',
          referenceId: 'write',
          httpHeaders: {
            'sforce-auto-assign': 'FALSE',
            'if-unmodified-since': 'Wed, 21 Oct 2015 07:28:00 GMT',
          },
          body: { LastName: 'X' },
        },
        { method: 'GET', url: '/services/data/v66.0/sobjects/Contact/@{write.id}', referenceId: 'read' },
      ],
    },
  });
});

test('tells a value that Salesforce would take for a reference', () => {
  const looks = (LastName: string) =>
    looksLikeReference(createRequest.build(plain, { fields: { LastName } }));
  expect(looks('@{write.id}')).toBe(true);
  expect(looks('a@b.c {x}')).toBe(false);
});

test('writes a collection with the type first; neither type nor id can come from the fields', () => {
  const fields = { attributes: { type: 'User' }, Id: '005000000000001AAA', LastName: 'X' };
  const request = collectionRequest.build(plain, { method: 'PATCH', allOrNone: true }, [{ id, fields }]);
  expect(JSON.stringify(request.json)).toBe(
    `{"allOrNone":true,"records":[{"attributes":{"type":"Contact"},"id":"${id}","LastName":"X"}]}`,
  );
  expect(createRequest.build(plain, { fields }).json).not.toHaveProperty('attributes');
});

test('reads many records in one call', () => {
  expect(readRequest.build(plain, [id], ['Email'])).toEqual({
    method: 'POST',
    path: '/services/data/v66.0/composite/sobjects/Contact',
    headers: {},
    json: { ids: [id], fields: ['Email'] },
  });
  expect(readRequest.build(plain, [id], []).json).toEqual({ ids: [id], fields: ['Id'] });
});

test('what is read for a write is asked for by the names that the write uses', () => {
  const naming = { 'sforce-call-options': 'defaultNamespace=acme' };
  const named = {
    ...target,
    headers: [...target.headers, { key: 'Sforce-Call-Options', value: 'defaultNamespace=acme' }],
  };
  const key = {
    name: 'Ext__c',
    asked: () => undefined,
    folded: (asked: string) => asked,
    isUpserted: true,
  };
  const reads = [
    readRequest.build(named, [id], ['Ext__c']),
    keyFieldsRequest.build(named),
    lookUpRequest.build(named, key, ["'x'"]),
    rowRequest.build(named, id),
  ];
  expect(reads.map(({ headers }) => headers)).toEqual(reads.map(() => naming));
  const write = updateRequest.build(named, { id, fields: { Ext__c: 'x' } });
  expect(readBackRequest.build(named, write, id, unread).json).toMatchObject({
    compositeRequest: [{ referenceId: 'write' }, { referenceId: 'read', httpHeaders: naming }],
  });
});

test.each([
  ['https://acme.my.salesforce.com/', `https://acme.my.salesforce.com/${id}`],
  ['https://crm.example/salesforce', undefined],
  ['https://my.salesforce.com.example', undefined],
  [undefined, undefined],
])('the page of a record of an account at %s is %s', (accountUrl, page) => {
  expect(recordPageOf(accountUrl, id)).toBe(page);
});
