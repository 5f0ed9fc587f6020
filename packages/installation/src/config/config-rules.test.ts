import { expect, test } from '@jest/globals';
import type { ManifestIntegration } from '../manifest/manifest.ts';
import { configFaults } from './config-rules.ts';

const manifest: ManifestIntegration = {
  name: 'demo',
  provider: 'hubspot',
  write: { objects: [{ objectName: 'contacts' }, { objectName: 'deals' }] },
  read: { objects: [{ objectName: 'companies' }] },
};

test('a config whose objects stand in the same sections of the manifest has no faults', () => {
  const content = {
    provider: 'hubspot',
    write: { objects: { contacts: { objectName: 'contacts' }, deals: { objectName: 'deals' } } },
    read: { objects: { companies: { objectName: 'companies' } } },
    proxy: { enabled: true },
  };
  expect(configFaults(content, manifest)).toEqual([]);
  expect(configFaults({}, manifest)).toEqual([]);
});

test('every fault is told, with its place and the names that would be right', () => {
  const content = {
    provider: 'salesforce',
    write: { objects: { companies: { objectName: 'companies' }, contacts: { objectName: 'a/b' } } },
    subscribe: { objects: { contacts: {} } },
  };
  const known = ['contacts', 'deals'];
  expect(configFaults(content, manifest)).toEqual([
    expect.objectContaining({ at: '/provider', value: 'salesforce' }),
    expect.objectContaining({ at: '/write/objects/companies', value: 'companies', known }),
    expect.objectContaining({ at: '/write/objects/contacts/objectName', value: 'a/b', known }),
    expect.objectContaining({ at: '/subscribe/objects/contacts', known: [] }),
  ]);
});

test('an entry is about the object that its key names', () => {
  const content = {
    write: { objects: { contacts: { objectName: 'deals' }, deals: { objectName: 'deals' } } },
  };
  expect(configFaults(content, manifest)).toEqual([
    {
      at: '/write/objects/contacts/objectName',
      detail: 'The entry is about the object of its key, `contacts`.',
      value: 'deals',
      known: ['contacts', 'deals'],
    },
    { at: '/write/objects/deals', detail: 'The object `deals` stands here twice.', value: 'deals' },
  ]);
});
