import { expect, test } from '@jest/globals';
import type { PlannedRecord } from './plan.ts';
import type { ProviderDeclaration } from './provider-declaration.ts';
import { foldedValue, searchedValuesOf } from './searched-values.ts';

const declaration = { uniqueFieldsOf: () => ['Code'], fieldKeyOf: (name) => name.toLowerCase() } as Pick<
  ProviderDeclaration,
  'uniqueFieldsOf' | 'fieldKeyOf'
> as ProviderDeclaration;
const valuesOf = (record: Partial<PlannedRecord>) =>
  searchedValuesOf({ fields: {}, ...record }, 'contacts', declaration);

test('unique fields under any name, and email addresses in any field, without regard to case', () => {
  expect(
    valuesOf({ fields: { code: ' A-7 ', city: 'Ulm', Second__c: 'Ada@Example.com', count: 3 } }),
  ).toEqual(['a-7', 'ada@example.com']);
  expect(foldedValue(' Ada@Example.COM')).toBe('ada@example.com');
});

test('the key of an upsert, also if it is a number, and fields of a new record, each once', () => {
  const upsert = { field: 'ext', value: 4711, fieldsOfNew: { email: 'a@b.c', other: 'a@b.c' } };
  expect(valuesOf({ upsert })).toEqual(['4711', 'a@b.c']);
});

test.each([
  ['ada@', ''],
  ['two@b.c;three@b.c', ''],
  [`${'a'.repeat(251)}@b.c`, ''],
  ['write to a@b.c', ''],
  ['', 'a text without an address'],
])('neither a part of a text nor a list counts: %s', (email, notes) => {
  expect(valuesOf({ fields: { email, notes, code: '' } })).toEqual([]);
});

test('at most eight a record, the key and unique fields first', () => {
  const emails = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, `${n}@b.c`]));
  const values = valuesOf({ fields: { ...emails, code: 'last' }, upsert: { field: 'ext', value: 'k' } });
  expect(values).toHaveLength(8);
  expect(values.slice(0, 3)).toEqual(['k', 'last', '0@b.c']);
});
