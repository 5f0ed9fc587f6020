import type { FormField } from '../../parts/forms/form-fields.ts';

const isTrue = (text: string): boolean => text === 'true';

const choice = (at: string, label: string, hint: string): FormField => ({
  at,
  label,
  choices: [
    { value: 'false', words: 'No', hint },
    { value: 'true', words: 'Yes', hint },
  ],
  read: isTrue,
});

export const nameFields: readonly FormField[] = [
  { at: '/project/name', label: 'Name', hint: 'Addresses hold it: callers must use the new one.' },
  { at: '/project/appName', label: 'Name for customers', hint: 'Shown when customers connect their CRM.' },
  choice(
    '/project/pageKeys',
    'API keys in pages',
    'Everybody who reads such a page can act for every customer whose `groupRef` they know.',
  ),
  choice(
    '/project/gather',
    'Share CRM calls at Salesforce',
    'Only if the triggers and flows of your customers handle 200 records at a time.',
  ),
];

/** Other texts stay as they are, so the service says what is wrong. */
const wholeOf = (text: string): unknown => (/^\d+$/.test(text.trim()) ? Number(text) : text);

const days = (name: string, label: string, hint?: string): FormField => ({
  at: `/project/${name}`,
  label,
  isOptional: true,
  read: wholeOf,
  ...(hint !== undefined && { hint }),
});

export const retentionFields: readonly FormField[] = [
  days('sentRetentionDays', 'Days for sent records', 'At most as long as operations.'),
  days('operationRetentionDays', 'Days for operations and logs', 'At least 4.'),
  days('deliveryRetentionDays', 'Days for events and deliveries'),
];
