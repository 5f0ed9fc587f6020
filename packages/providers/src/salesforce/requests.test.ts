import { expect, test } from '@jest/globals';
import { buildCollectionRequest } from './collection.ts';
import { buildReadBackRequest, looksLikeReference } from './composite.ts';
import { buildReadRequest } from './read.ts';
import { buildCreateRequest, buildRemoveRequest, buildUpdateRequest } from './write.ts';

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

test('writes the fields as they are, and forwards headers', () => {
  const create = {
    method: 'POST',
    path: '/services/data/v66.0/sobjects/Contact',
    headers: forwarded,
    json: { A: null, B: 1 },
  };
  expect(buildCreateRequest(target, { fields: { A: null, B: 1 } })).toEqual(create);
  const path = `/services/data/v66.0/sobjects/Contact/${id}`;
  expect(buildUpdateRequest(target, { id, fields: { B: true } })).toEqual({
    ...create,
    method: 'PATCH',
    path,
    json: { B: true },
  });
  expect(buildRemoveRequest(target, id)).toEqual({ method: 'DELETE', path, headers: forwarded });
});

test('encodes what goes into a path', () => {
  expect(buildRemoveRequest({ ...plain, objectName: 'a/b' }, '../x').path).toBe(
    '/services/data/v66.0/sobjects/a%2Fb/..%2Fx',
  );
});

test('reads a record back in the call that writes it, with every forwarded header where it belongs', () => {
  const write = buildCreateRequest(target, { fields: { LastName: 'X' } });
  expect(buildReadBackRequest(target, write, '@{write.id}')).toEqual({
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
  const looks = (LastName: string) => looksLikeReference(buildCreateRequest(plain, { fields: { LastName } }));
  expect(looks('@{write.id}')).toBe(true);
  expect(looks('a@b.c {x}')).toBe(false);
});

test('writes a collection with the type first; neither type nor id can come from the fields', () => {
  const fields = { attributes: { type: 'User' }, Id: '005000000000001AAA', LastName: 'X' };
  const request = buildCollectionRequest(plain, 'PATCH', [{ id, fields }], true);
  expect(JSON.stringify(request.json)).toBe(
    `{"allOrNone":true,"records":[{"attributes":{"type":"Contact"},"id":"${id}","LastName":"X"}]}`,
  );
  expect(buildCreateRequest(plain, { fields }).json).not.toHaveProperty('attributes');
});

test('reads many records in one call', () => {
  expect(buildReadRequest(plain, [id], ['Email'])).toEqual({
    method: 'POST',
    path: '/services/data/v66.0/composite/sobjects/Contact',
    json: { ids: [id], fields: ['Email'] },
  });
});
