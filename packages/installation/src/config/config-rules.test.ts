import { expect, test } from '@jest/globals';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { configFaults } from './config-rules.ts';

const manifest: ManifestIntegration = {
  name: 'demo',
  provider: 'hubspot',
  write: { objects: [{ objectName: 'contacts' }, { objectName: 'deals' }] },
};

test('objects that are written stand in the manifest, under whatever keys; of the others it need not know', () => {
  const content = {
    provider: 'hubspot',
    write: { objects: { people: { objectName: 'contacts' }, deals: {} } },
    read: { objects: { contacts: { selectedFieldMappings: { role: 'jobtitle' } }, cars: {} } },
    subscribe: { objects: { contacts: {} } },
    proxy: { enabled: true },
  };
  expect(configFaults(content, manifest, undefined)).toEqual([]);
  expect(configFaults({}, manifest, undefined)).toEqual([]);
});

test('every fault is told, with its place and the names that would be right', () => {
  const content = {
    provider: 'salesforce',
    write: { objects: { companies: {}, contacts: { objectName: 'a/b' } } },
  };
  const known = ['contacts', 'deals'];
  expect(configFaults(content, manifest, undefined)).toEqual([
    expect.objectContaining({ at: '/provider', value: 'salesforce' }),
    expect.objectContaining({ at: '/write/objects/companies', value: 'companies', known }),
    expect.objectContaining({ at: '/write/objects/contacts/objectName', value: 'a/b', known }),
  ]);
});

test('two entries of a section are not about one object', () => {
  const objects = { a: { objectName: 'deals' }, b: { objectName: 'deals' }, deals: {} };
  for (const section of ['write', 'read', 'subscribe']) {
    const detail = 'Another entry is about the object `deals`, too.';
    expect(configFaults({ [section]: { objects } }, manifest, undefined)).toEqual([
      { at: `/${section}/objects/b/objectName`, detail, value: 'deals' },
      { at: `/${section}/objects/deals`, detail, value: 'deals' },
    ]);
  }
});

test('two names of a map are not of one field, where the provider takes them for one', () => {
  const always = { writeOnUpdate: 'always' } as const;
  const content = {
    write: {
      objects: {
        people: {
          objectName: 'contacts',
          selectedFieldSettings: { Phone: always, Fax: always, phone: always },
          selectedValueDefaults: { STAGE: { value: 1 }, stage: { value: 2 }, PHONE: { value: 3 } },
        },
      },
    },
    read: { objects: { contacts: { selectedFieldMappings: { a: 'x', 'b/c': 'x', A: 'y', 'B/c': 'X' } } } },
  };
  const faults = configFaults(content, manifest, (name) => name.toLowerCase());
  expect(faults.map(({ at, value }) => [at, value])).toEqual([
    ['/write/objects/people/selectedFieldSettings/phone', 'phone'],
    ['/write/objects/people/selectedValueDefaults/stage', 'stage'],
    ['/read/objects/contacts/selectedFieldMappings/A', 'A'],
    ['/read/objects/contacts/selectedFieldMappings/B~1c', 'B/c'],
  ]);
  expect(faults[0]?.detail).toBe(
    'The provider takes `Phone` and `phone` for one field: keep one of the two.',
  );
  expect(configFaults(content, manifest, undefined)).toEqual([]);
});
