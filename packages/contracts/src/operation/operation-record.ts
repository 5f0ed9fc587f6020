import type { FromSchema } from 'json-schema-to-ts';
import { closedObject, partialObject } from '../schema.ts';
import { recordErrorSchema } from '../write/record-error.ts';
import { associations } from '../write/write-request.ts';
import { arrayOf, flag, oneOf, text } from '../fields.ts';

export const operationRecordSchema = partialObject({
  $id: 'OperationRecord',
  required: ['index', 'status', 'requestId'],
  properties: {
    index: { type: 'integer', minimum: 0, description: 'Place in the request.' },
    status: oneOf(['pending', 'written', 'failed'], 'State of the record.', 'written'),
    recordId: text(
      "The provider's id of the record. Absent in a written record if the provider did not show its id.",
      '101',
    ),
    created: flag('Whether an upsert created the record; absent if unknown.'),
    errors: arrayOf('Why it was not written.', recordErrorSchema),
    ambiguous: flag(
      'The record may exist twice, or may have been written although it failed. While it is pending, Writ looks for it at the provider before sending it again.',
    ),
    requestId: text('The request that sent the record.', 'checkout-7f3a'),
    idempotencyKey: text('The idempotency key of that request.'),
    key: closedObject({
      description: 'How an upsert finds the record.',
      properties: {
        field: text("The provider's name of the field.", 'email'),
        value: { type: ['string', 'number'], description: 'The value.', examples: ['ada@example.com'] },
      },
    }),
    sent: {
      type: 'object',
      additionalProperties: true,
      description: "The record as it is sent, after the installation's settings were applied.",
    },
    sentIfNew: {
      type: 'object',
      additionalProperties: true,
      description: 'What an upsert sends if it creates the record, if that differs from `sent`.',
    },
    associations: {
      ...associations,
      description: 'The records that it is associated with, as they are sent with it.',
    },
    mapped: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        "The fields in `sent` that the operation's config maps, by their names in requests. Absent if there are none, in a retry, and in an auto batch, whose records may belong to several configs.",
      examples: [{ mobile: 'mobilephone' }],
    },
  },
});

export type OperationRecord = FromSchema<typeof operationRecordSchema>;
