import type { ProviderDeclaration } from '@writ/write-core';
import { longId, shortId } from './long-id.ts';

export const salesforceDeclaration: ProviderDeclaration = {
  name: 'salesforce',
  displayName: 'Salesforce',
  associations: false,
  headers: true,
  // Of rows, not of their deletion, and not of collections (Providers §1.5).
  conditionalHeaders: ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'],
  batch: { maxRecords: 200, allOrNone: { create: true, update: true } },
  // Triggers run once per call and see all of its records: whether they bear that the customer says (Providers §1.3).
  gathers: false,
  delete: true,
  ifEmpty: true,
  recordIdPattern: /^[0-9A-Za-z]{15}(?:[0-9A-Za-z]{3})?$/,
  // The last three of 18 characters say which of the others are capitals (Providers §1.2).
  recordKeyOf: shortId,
  recordIdOf: longId,
  // `Phone` and `phone` are one field (Providers §1.2).
  fieldKeyOf: (name) => name.toLowerCase(),
  // Type and address of a record that was read; those of what is written come from the plan.
  notFields: ['attributes'],
  authType: 'oauth2',
  credentials: ['apiKey', 'oauth2AuthorizationCode', 'oauth2ClientCredentials'],
  writes: ['create', 'update', 'delete'],
};
