import type { ProviderDeclaration } from '@writ/write-core';

export const hubspotDeclaration: ProviderDeclaration = {
  name: 'hubspot',
  displayName: 'HubSpot',
  associations: true,
  headers: false,
  // An update is always partial (Specification, Write records, rule 4).
  batch: { maxRecords: 100, allOrNone: { create: true, update: false, upsert: false } },
  gathers: true,
  // Whatever the property's metadata says (Providers §2.4).
  uniqueFieldsOf: (objectName) => (/^(?:contacts?|0-1)$/i.test(objectName) ? ['email'] : []),
  delete: true,
  ifEmpty: true,
  recordIdPattern: /^\d{1,20}$/,
  // Ids are numbers.
  recordKeyOf: (id) => id.replace(/^0+(?=\d)/, ''),
  authType: 'oauth2',
  credentials: ['apiKey', 'oauth2AuthorizationCode'],
  writes: ['create', 'update', 'upsert', 'delete'],
};
