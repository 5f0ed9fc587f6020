import type { FromSchema } from 'json-schema-to-ts';
import { closedObject } from '../schema.ts';

const fieldNowSchema = closedObject({
  optional: ['now', 'same'],
  properties: {
    field: { type: 'string', description: "The provider's name of the field.", examples: ['mobilephone'] },
    sent: { description: 'What was sent, or is to be.', examples: ['+49 731 1'] },
    now: {
      description: 'What the CRM holds; absent where it cannot be asked, as of a value that is an object.',
      examples: ['+49731 1'],
    },
    same: {
      type: 'boolean',
      description:
        'The CRM holds what was sent, perhaps in another form (`5` and `"5"`, a time, an email in capitals, blanks around a text).',
      examples: [false],
    },
  },
});

/** What the CRM holds of a record of an operation (Contract §4.7). */
export const recordNowSchema = closedObject({
  $id: 'RecordNow',
  description: 'What the CRM holds now of a record that an operation wrote, or is to write.',
  optional: ['recordURL'],
  properties: {
    recordId: { type: 'string', description: "The provider's id of the record.", examples: ['101'] },
    exists: {
      type: 'boolean',
      description: 'False where the CRM has no such record, or does not show it to the connection.',
      examples: [true],
    },
    readTime: { type: 'string', format: 'date-time', description: 'When the CRM was asked.' },
    recordURL: {
      type: 'string',
      description: 'Its page in the CRM; absent where the address is not certain.',
      examples: ['https://app.hubspot.com/contacts/4711/record/0-1/101'],
    },
    fields: {
      type: 'array',
      items: fieldNowSchema,
      description: 'The fields that the operation writes; none of a delete.',
    },
  },
});

export type RecordNow = FromSchema<typeof recordNowSchema>;
