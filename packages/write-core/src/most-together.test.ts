import { expect, test } from '@jest/globals';
import { mostTogether, uniqueValuesOf } from './most-together.ts';
import type { WritePlan } from './plan-write.ts';
import type { ProviderDeclaration } from './provider-declaration.ts';

const declaration: ProviderDeclaration = {
  name: 'crm',
  displayName: 'CRM',
  associations: false,
  headers: true,
  conditionalHeaders: ['if-match'],
  batch: { maxRecords: 100, allOrNone: { create: true, update: false, upsert: false } },
  gathers: true,
  uniqueFieldsOf: (objectName) => (objectName === 'contacts' ? ['email'] : []),
  delete: true,
  ifEmpty: true,
  recordIdPattern: /^\d+$/,
  recordKeyOf: (id) => id,
  authType: 'oauth2',
  credentials: ['apiKey'],
  writes: ['create', 'update', 'delete'],
};
const create: WritePlan = {
  type: 'create',
  form: 'single',
  allOrNone: false,
  records: [{ fields: { email: 'ada@x.example' } }],
};
const update: WritePlan = { ...create, type: 'update', records: [{ id: '5', fields: { city: 'Ulm' } }] };
const batchOf = (...ids: string[]): WritePlan => ({
  ...update,
  form: 'batch',
  records: ids.map((id) => ({ id, fields: { city: 'Ulm' } })),
});
const looking: WritePlan = {
  ...update,
  records: [{ id: '5', fields: { city: 'Ulm' }, ifEmpty: ['city'] }],
};
const { gathers: _gathers, uniqueFieldsOf: _uniqueFieldsOf, ...never } = declaration;
const asked: ProviderDeclaration = {
  ...never,
  gathers: false,
  batch: { maxRecords: 200, allOrNone: { create: true, update: true, upsert: true } },
};
const contacts = { objectName: 'contacts', headers: [] };

test.each([
  ['an update', update, contacts, declaration, 100],
  ['an update of any object', update, { ...contacts, objectName: 'deals' }, declaration, 100],
  ['a create that can be found again', create, contacts, declaration, 100],
  ['one whose object shall gather', update, { ...contacts, gather: true }, declaration, 100],
  [
    'one with a header that is no condition',
    update,
    { ...contacts, headers: [{ key: 'x', value: '1' }] },
    declaration,
    100,
  ],
  [
    'a create without its unique field',
    { ...create, records: [{ fields: { city: 'Ulm' } }] },
    contacts,
    declaration,
    10,
  ],
  [
    'a create with an empty one',
    { ...create, records: [{ fields: { email: ' ' } }] },
    contacts,
    declaration,
    10,
  ],
  [
    'a create of an object whose unique fields are not known',
    create,
    { ...contacts, objectName: 'deals' },
    declaration,
    10,
  ],
  ['a batch', batchOf('5', '6'), contacts, declaration, 100],
  [
    'one that is to be written whole or not at all',
    { ...batchOf('5', '6'), allOrNone: true },
    contacts,
    declaration,
    undefined,
  ],
  ['one with a record twice', batchOf('5', '6', '5'), contacts, declaration, undefined],
  [
    'one that fills a call',
    batchOf(...Array.from({ length: 100 }, (_, at) => String(at))),
    contacts,
    declaration,
    undefined,
  ],
  [
    'a batch of creates that can be found again',
    { ...create, form: 'batch' as const },
    contacts,
    declaration,
    100,
  ],
  [
    'a batch of creates of which one cannot',
    { ...create, form: 'batch' as const, records: [...create.records, { fields: {} }] },
    contacts,
    declaration,
    undefined,
  ],
  ['a delete', { ...update, type: 'delete' as const }, contacts, declaration, undefined],
  [
    'one with a condition',
    update,
    { ...contacts, headers: [{ key: 'If-Match', value: '1' }] },
    declaration,
    undefined,
  ],
  ['one whose object shall not gather', update, { ...contacts, gather: false }, declaration, undefined],
  ['one of a provider that gathers if it is asked to', update, contacts, asked, undefined],
  ['one for which that provider is asked to', update, { ...contacts, gather: true }, asked, 200],
  ['a create whose provider describes what is unique', create, { ...contacts, gather: true }, asked, 200],
  ['one that looks at the record first', looking, { ...contacts, gather: true }, asked, 100],
  ['one of a provider that never gathers', update, { ...contacts, gather: true }, never, undefined],
])('%s shares calls only where that is safe', (_, plan, sharing, provider, most) => {
  expect(mostTogether(plan, sharing, provider)).toBe(most);
});

test('values that a provider takes for one are one', () => {
  const valuesOf = (email: string | number | null) => uniqueValuesOf({ fields: { email } }, ['email']);
  expect(valuesOf(' Ada@X.example')).toEqual(valuesOf('ada@x.example '));
  expect(valuesOf('eve@x.example')).not.toEqual(valuesOf('ada@x.example'));
  expect(valuesOf(null)).toEqual([]);
  expect(uniqueValuesOf({ fields: {} }, ['constructor'])).toEqual([]);
});
