import type { FromSchema } from 'json-schema-to-ts';
import { partialObject } from '../schema.ts';
import { recordErrorSchema } from '../write/record-error.ts';
import { associations } from '../write/write-request.ts';

/** One record of an operation (Contract §4.7). */
export const operationRecordSchema = partialObject({
  $id: 'OperationRecord',
  required: ['index', 'status', 'requestId'],
  properties: {
    index: { type: 'integer', minimum: 0, description: 'Place in the request.' },
    status: {
      enum: ['pending', 'written', 'failed'],
      description: 'Where the record stands.',
      examples: ['written'],
    },
    recordId: {
      type: 'string',
      description:
        "The provider's id of the record. Absent in a written record if the provider did not show which id it got.",
      examples: ['101'],
    },
    errors: {
      type: 'array',
      description: 'Why it was not written.',
      items: recordErrorSchema,
    },
    ambiguous: {
      type: 'boolean',
      description:
        'It may have been created more than once, or created or changed although it failed. While it is pending: it may be at the provider already, and is looked for there before it is sent again.',
    },
    requestId: {
      type: 'string',
      description: 'The request that brought the record.',
      examples: ['checkout-7f3a'],
    },
    idempotencyKey: { type: 'string', description: 'The key that the record came with.' },
    sent: {
      type: 'object',
      additionalProperties: true,
      description: "The record as it is sent, after the installation's settings were applied.",
    },
    associations: {
      ...associations,
      description: 'The records that it is associated with, as they are sent with it.',
    },
    mapped: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        "Of the fields in `sent`, those that the operation's config maps: by their names in requests. Absent where there is none, in a retry, whose records are sent as they were planned before, and in an auto batch, whose records may have come under several configs.",
      examples: [{ mobile: 'mobilephone' }],
    },
  },
});

export type OperationRecord = FromSchema<typeof operationRecordSchema>;
