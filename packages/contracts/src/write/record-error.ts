import { closedObject } from '../schema.ts';

/** Why a record was not written. */
export const recordErrorSchema = closedObject({
  optional: ['code', 'field', 'matches', 'allowSave'],
  properties: {
    message: { type: 'string', description: 'What the provider said.' },
    code: { type: 'string', description: "The provider's code." },
    field: { type: 'string', description: 'The field at fault.' },
    matches: {
      type: 'array',
      items: { type: 'string' },
      description:
        'Ids of the records at the provider that this one conflicts with: one that holds a unique value, or those that a duplicate rule found. At most 20.',
      examples: [['003000000000001AAA']],
    },
    allowSave: {
      type: 'boolean',
      description:
        'Of a duplicate rule of Salesforce: whether the record passes with the header `Sforce-Duplicate-Rule-Header: allowSave=true`.',
    },
  },
});
