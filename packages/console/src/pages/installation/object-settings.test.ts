import { expect, test } from '@jest/globals';
import { differencesOf, faultOf, patchOf, rowsOf, switchesOf, type CrmField } from './object-settings.ts';

const field = (fieldName: string, valueType: CrmField['valueType'] = 'string'): CrmField => ({
  fieldName,
  displayName: fieldName.toUpperCase(),
  valueType,
  fieldType: valueType,
  providerType: 'any',
  readOnly: fieldName === 'createdate',
  isUnique: false,
  isCustom: false,
});
const fields = [field('createdate'), field('email'), field('mobilephone'), field('age', 'int')];

const installed = (objects: object, mappings: Record<string, string> = {}) => ({
  config: {
    id: 'config',
    revisionId: 'revision',
    createTime: '2026-11-23T04:05:06Z',
    createdBy: 'test',
    content: {
      provider: 'hubspot',
      write: { objects },
      read: { objects: { people: { objectName: 'contacts', selectedFieldMappings: mappings } } },
    },
  },
});

const before = installed(
  {
    'my.contacts': {
      objectName: 'contacts',
      note: 'kept',
      selectedFieldSettings: { mobile: { writeOnUpdate: 'never' }, gone: { writeOnCreate: 'never' } },
    },
  },
  { mobile: 'mobilephone' },
);

test('a row is a field that can be written, with the rule of its name in writes; rules without a field are not hidden', () => {
  const rows = rowsOf(before, 'contacts', fields);
  expect(rows.map(({ field: name, rule }) => [name, rule.sentAs, rule.onCreate, rule.onUpdate])).toEqual([
    ['gone', 'gone', 'never', 'always'],
    ['mobilephone', 'mobile', 'always', 'never'],
    ['email', 'email', 'always', 'always'],
    ['age', 'age', 'always', 'always'],
  ]);
});

test('only edits are differences, and the patch keeps all that was not edited', () => {
  const rows = rowsOf(before, 'contacts', fields);
  const edits = {
    rules: { email: { onUpdate: 'ifEmpty' }, age: { fallback: '7' }, gone: { onCreate: 'never' } },
    mayDelete: true,
  };
  expect(differencesOf(rows, edits, switchesOf(before, 'contacts'))).toEqual([
    { what: 'email, on update', before: 'always', after: 'ifEmpty' },
    { what: 'age, default', before: 'none', after: '7' },
    { what: 'Records may be deleted', before: 'no', after: 'yes' },
  ]);
  const { updateMask, installation } = patchOf(before, 'contacts', rows, edits);
  expect(updateMask).toEqual([String.raw`config.content.write.objects.my\.contacts`]);
  expect(installation.config?.content).toEqual({
    write: {
      objects: {
        'my.contacts': {
          objectName: 'contacts',
          note: 'kept',
          deletionSettings: { enabled: true },
          selectedFieldSettings: {
            mobile: { writeOnUpdate: 'never' },
            gone: { writeOnCreate: 'never' },
            email: { writeOnUpdate: 'ifEmpty' },
            age: { default: { integerValue: 7 } },
          },
        },
      },
    },
  });
});

test('another name takes the rule along, and the mapping; an empty one ends the mapping', () => {
  const rows = rowsOf(before, 'contacts', fields);
  const renamed = patchOf(before, 'contacts', rows, { rules: { mobilephone: { sentAs: 'cell' } } });
  expect(renamed.updateMask.at(-1)).toBe('config.content.read.objects.people');
  expect(renamed.installation.config?.content).toMatchObject({
    read: { objects: { people: { selectedFieldMappings: { cell: 'mobilephone' } } } },
    write: { objects: { 'my.contacts': { selectedFieldSettings: { cell: { writeOnUpdate: 'never' } } } } },
  });
  const ended = patchOf(before, 'contacts', rows, { rules: { mobilephone: { sentAs: ' ' } } });
  expect(ended.installation.config?.content?.read?.objects?.['people']?.selectedFieldMappings).toEqual({});
});

test('a default has to be of the type of its field', () => {
  const rule = { sentAs: 'age', onCreate: 'always', onUpdate: 'always' };
  const faultWith = (type: string, fallback: string) =>
    faultOf({ field: 'age', label: 'Age', type, isRequired: false, rule: { ...rule, fallback } });
  expect(faultWith('int', '7')).toBeUndefined();
  expect(faultWith('int', '7.5')).toMatch(/whole number/);
  expect(faultWith('boolean', 'yes')).toMatch(/true/);
  expect(faultWith('string', 'yes')).toBeUndefined();
});
