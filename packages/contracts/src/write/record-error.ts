import { closedObject } from '../schema.ts';
import { arrayOf, flag, text } from '../fields.ts';

export const recordErrorSchema = closedObject({
  optional: ['code', 'field', 'matches', 'allowSave'],
  properties: {
    message: text('Message of the provider.'),
    code: text("The provider's code."),
    field: text('The field with the error.'),
    matches: arrayOf(
      'Ids of the records at the provider that this one conflicts with: one that holds a unique value, or those that a duplicate rule found. At most 20.',
      { type: 'string' },
      ['003000000000001AAA'],
    ),
    allowSave: flag(
      'For a Salesforce duplicate rule: whether the record can be saved with the header `Sforce-Duplicate-Rule-Header: allowSave=true`.',
    ),
  },
});
