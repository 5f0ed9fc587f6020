import { expect, test } from '@jest/globals';
import { batchCreateRequest, batchUpdateRequest } from './batch.ts';
import { keyFieldsRequest } from './look-up.ts';
import { recordPageOf } from './paths.ts';
import { buildIdentityRequest, readRequest } from './read.ts';
import { createRequest, removeRequest, updateRequest } from './write.ts';

const numbered = { version: 'v3', objectName: 'contacts' };
const dated = { version: '2026-03', objectName: 'p1_my objects/x' };

test('sends values as texts, and an empty one to clear a property', () => {
  const fields = { a: 'x', b: 3, c: true, d: null, e: ['p', 'q'], f: { g: 1 }, h: '' };
  const association = {
    to: { id: '9' },
    types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }],
  };
  expect(createRequest.build(numbered, { fields, associations: [association] })).toEqual({
    method: 'POST',
    path: '/crm/v3/objects/contacts',
    json: {
      properties: { a: 'x', b: '3', c: 'true', d: '', e: 'p;q', f: '{"g":1}', h: '' },
      associations: [association],
    },
  });
});

test.each([
  [1e-7, '0.0000001'],
  [-1.25e-7, '-0.000000125'],
  [5e-324, `0.${'0'.repeat(323)}5`],
  [1e21, '1000000000000000000000'],
  [-1.5e22, '-15000000000000000000000'],
  [-0, '0'],
  [0.1, '0.1'],
  [2 ** 53 - 1, '9007199254740991'],
])('the number %s reaches HubSpot in digits, with at most one decimal point', (value, text) => {
  expect(createRequest.build(numbered, { fields: { value, list: [value] } }).json).toMatchObject({
    properties: { value: text, list: text },
  });
});

test('addresses the newer path family by its date, and encodes what goes into a path', () => {
  const path = '/crm/objects/2026-03/p1_my%20objects%2Fx';
  expect(updateRequest.build(dated, { id: '../1?x', fields: { a: 1 } })).toEqual({
    method: 'PATCH',
    path: `${path}/..%2F1%3Fx`,
    json: { properties: { a: '1' } },
  });
  expect(removeRequest.build(dated, '7')).toEqual({ method: 'DELETE', path: `${path}/7` });
  expect(keyFieldsRequest.build(dated).path).toBe('/crm/properties/2026-03/p1_my%20objects%2Fx');
  expect(keyFieldsRequest.build(numbered).path).toBe('/crm/v3/properties/contacts');
  expect(buildIdentityRequest('2026-03').path).toBe('/account-info/2026-03/details');
});

test('asks for every record once, in whatever form its id is given', () => {
  expect(readRequest.build(numbered, ['1', '2', '1', '002'], ['email'])).toEqual({
    method: 'POST',
    path: '/crm/v3/objects/contacts/batch/read',
    json: {
      inputs: [{ id: '1' }, { id: '2' }],
      properties: ['email', 'hs_merged_object_ids'],
      propertiesWithHistory: [],
    },
  });
});

test('traces the inputs of a partial create, and none of an all-or-none one', () => {
  const records = [{ fields: { a: 1 } }, { fields: { a: 2 } }];
  const inputs = (allOrNone: boolean) =>
    batchCreateRequest.build(numbered, records, allOrNone, 'contacts').json;
  expect(inputs(false)).toEqual({
    inputs: [
      { properties: { a: '1' }, associations: [], objectWriteTraceId: '0' },
      { properties: { a: '2' }, associations: [], objectWriteTraceId: '1' },
    ],
  });
  expect(JSON.stringify(inputs(true))).not.toContain('objectWriteTraceId');
});

test('updates a batch by id', () => {
  expect(batchUpdateRequest.build(dated, [{ id: '001', fields: { a: null } }], 'contacts')).toEqual({
    method: 'POST',
    path: '/crm/objects/2026-03/p1_my%20objects%2Fx/batch/update',
    json: { inputs: [{ id: '1', properties: { a: '' } }] },
  });
});

test.each([
  ['4711', 'contacts', 'https://app.hubspot.com/contacts/4711/record/0-1/101'],
  ['4711', '2-99', 'https://app.hubspot.com/contacts/4711/record/2-99/101'],
  ['4711', 'p4711_cars', undefined],
  ['0190-account-not-known', 'contacts', undefined],
])('the page of a record of the account %s and the object %s is %s', (account, objectName, page) => {
  const record = { account, objectName, id: '101' };
  expect(recordPageOf('https://api.hubapi.com', record)).toBe(page);
  expect(recordPageOf('http://127.0.0.1/hubspot', record)).toBeUndefined();
});
