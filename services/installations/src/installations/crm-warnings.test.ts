import { expect, test } from '@jest/globals';
import type { Installation, Integration } from '@writ/installation';
import type { DescribeObject } from '../metadata/object-descriptions.ts';
import { crmWarnings } from './crm-warnings.ts';

const integration = {
  revision: {
    content: { name: 'crm', provider: 'salesforce', write: { objects: [{ objectName: 'Contact' }] } },
  },
} as unknown as Integration;

const warn = (content: object, describe: DescribeObject, status = 'working') => {
  const installation = {
    groupRef: 'acme',
    connection: { groupRef: 'acme', status, renewalError: null },
    config: { content },
  };
  const saved = { installation: installation as unknown as Installation, integration };
  return crmWarnings(describe, { fieldKeyOf: (name) => name.toLowerCase() }, saved, 1);
};

const field = {
  label: '',
  valueType: 'multiSelect',
  providerType: '',
  readOnly: false,
  unique: false,
  custom: false,
} as const;
const describes: DescribeObject = () =>
  Promise.resolve({
    kind: 'described',
    fields: [
      {
        ...field,
        name: 'Languages__c',
        options: [
          { value: 'en', label: '' },
          { value: 'fr', label: '' },
        ],
      },
      { ...field, name: 'Phone' },
    ],
  });
const mapping = (fields: object) => ({ read: { objects: { Contact: { selectedFieldMappings: fields } } } });

test('names are told apart as the CRM does, and ids and paths are no fields', async () => {
  const fields = { a: 'PHONE', b: 'Id', c: 'Account.Name', d: 'Fax' };
  expect(await warn(mapping(fields), describes)).toEqual([
    '`/config/content/read/objects/Contact/selectedFieldMappings/d`: the CRM has no field `Fax` of `Contact`.',
  ]);
});

test('each option of a default is looked at, under the field that it is written to', async () => {
  const defaultsTo = (value: string) => ({
    ...mapping({ languages: 'languages__c' }),
    write: {
      objects: { Contact: { inheritMapping: true, selectedValueDefaults: { Languages: { value } } } },
    },
  });
  expect(await warn(defaultsTo('en;fr'), describes)).toEqual([]);
  expect(await warn(defaultsTo('en;la'), describes)).toHaveLength(1);
});

test.each<[string, DescribeObject, string]>([
  ['takes too long', () => new Promise(() => undefined), 'working'],
  ['refuses', () => Promise.reject(new Error('no')), 'working'],
  ['is not connected', describes, 'bad_credentials'],
])('nothing is told where the CRM %s', async (_, describe, status) => {
  expect(await warn(mapping({ d: 'Fax' }), describe, status)).toEqual([]);
});
