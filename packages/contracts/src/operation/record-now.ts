import type { FromSchema } from 'json-schema-to-ts';
import { closedObject } from '../schema.ts';
import { arrayOf, flag, text } from '../fields.ts';

const fieldNowSchema = closedObject({
  optional: ['now', 'same'],
  properties: {
    field: text("The provider's name of the field.", 'mobilephone'),
    sent: { description: 'What was sent, or is to be.', examples: ['+49 731 1'] },
    now: {
      description: 'What the CRM holds; absent if Writ cannot ask for it, as for a value that is an object.',
      examples: ['+49731 1'],
    },
    same: flag(
      'The CRM holds what was sent, perhaps in another form (`5` and `"5"`, a time, an email in capitals, blanks around a text).',
      false,
    ),
  },
});

export const recordNowSchema = closedObject({
  $id: 'RecordNow',
  description: 'What the CRM holds now of a record that an operation wrote, or is to write.',
  optional: ['recordURL'],
  properties: {
    recordId: text("The provider's id of the record.", '101'),
    exists: flag('False if the CRM has no such record, or does not show it to the connection.', true),
    readTime: { type: 'string', format: 'date-time', description: 'When the CRM was asked.' },
    recordURL: text(
      'Its page in the CRM; absent if the address is not certain.',
      'https://app.hubspot.com/contacts/4711/record/0-1/101',
    ),
    fields: arrayOf('The fields that the operation writes; none for a delete.', fieldNowSchema),
  },
});

export type RecordNow = FromSchema<typeof recordNowSchema>;
