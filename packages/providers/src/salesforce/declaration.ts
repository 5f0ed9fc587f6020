import type { ProviderDeclaration } from '@writ/write-core';
import { longId, shortId } from './record-id.ts';

export const salesforceDeclaration: ProviderDeclaration = {
  name: 'salesforce',
  displayName: 'Salesforce',
  associations: false,
  headers: true,
  // Rows only; not for deletes and collections (Providers §1.5).
  conditionalHeaders: ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'],
  batch: { maxRecords: 200, allOrNone: { create: true, update: true, upsert: true } },
  // Triggers run once per call and see all its records: the customer decides (Providers §1.3).
  gathers: false,
  delete: true,
  ifEmpty: true,
  recordIdPattern: /^[0-9A-Za-z]{15}(?:[0-9A-Za-z]{3})?$/,
  // Providers §1.2.
  recordKeyOf: shortId,
  recordIdOf: longId,
  // `Phone` and `phone` are one field (Providers §1.2).
  fieldKeyOf: (name) => name.toLowerCase(),
  // Type and address of a read record.
  notFields: ['attributes'],
  authType: 'oauth2',
  credentials: ['apiKey', 'oauth2AuthorizationCode', 'oauth2ClientCredentials'],
  writes: ['create', 'update', 'upsert', 'delete'],
};
