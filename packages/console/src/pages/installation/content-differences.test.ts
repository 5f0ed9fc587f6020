import { expect, test } from '@jest/globals';
import { differencesBetween, summaryOf } from './content-differences.ts';

const content = (contacts: object, others: object = {}) => ({
  provider: 'hubspot',
  write: { objects: { contacts: { objectName: 'contacts', ...contacts }, ...others } },
});

test('differences have the words of the field settings, and others their path', () => {
  const before = content({ selectedFieldSettings: {}, note: ['kept'] });
  const after = content(
    {
      selectedFieldSettings: { email: { writeOnUpdate: 'never', default: { stringValue: 'x' } } },
      deletionSettings: { enabled: true },
      note: ['kept', 'more'],
    },
    { deals: {} },
  );
  const differences = differencesBetween(before, after);
  expect(differences).toEqual([
    { what: 'contacts: email, on update', before: 'none', after: 'never' },
    { what: 'contacts: email, default', before: 'none', after: 'x' },
    { what: 'contacts: note', before: '["kept"]', after: '["kept","more"]' },
    { what: 'contacts: records may be deleted', before: 'none', after: 'true' },
    { what: 'write › objects › deals', before: 'none', after: '{}' },
  ]);
  expect(differencesBetween(after, before)).toHaveLength(5);
  expect(summaryOf(differences)).toBe('contacts: email, on update; contacts: email, default; and 3 more');
});

test('a mapping names its field, and equal contents have no difference', () => {
  const read = (selectedFieldMappings: object) => ({
    read: { objects: { people: { selectedFieldMappings } } },
  });
  expect(differencesBetween(read({ mobile: 'phone' }), read({ mobile: 'mobilephone' }))).toEqual([
    { what: 'people: field for mobile', before: 'phone', after: 'mobilephone' },
  ]);
  expect(summaryOf(differencesBetween(read({}), read({})))).toBe('No setting changed');
});
