import type { FromSchema } from 'json-schema-to-ts';
import { groupRef } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';

/** What a body with records is read up to (Contract §4.1). */
export const writeBodyBytes = 5 * 1024 * 1024;

/** One record of a write. */
export const writeRecord = {
  type: 'object',
  description: "Field name to value. An update holds `id`, the provider's own record identifier.",
} as const;

/** What is done with it. */
export const writeType = {
  enum: ['create', 'update', 'delete'],
  description: 'What to do with the record.',
} as const;

/** What a record is associated with as it is created. */
export const associations = {
  type: 'array',
  description:
    'Records to associate a created record with, where the provider has associations (`GET /v1/providers`).',
  items: closedObject({
    properties: {
      to: closedObject({
        properties: { id: { type: 'string', minLength: 1, description: 'Id of the other record.' } },
        description: 'The record to associate with.',
      }),
      types: {
        type: 'array',
        minItems: 1,
        description: 'The kinds of association.',
        items: closedObject({
          properties: {
            associationCategory: { type: 'string', minLength: 1, description: 'Who defined the kind.' },
            associationTypeId: { type: 'integer', description: "The kind's id at the provider." },
          },
        }),
      },
    },
  }),
} as const;

/** Body of a write (Specification, Write request body). What excludes what is checked after this. */
export const writeRequestSchema = partialObject({
  $id: 'WriteRequest',
  if: { required: ['type'], properties: { type: { const: 'delete' } } },
  else: { properties: { mode: { enum: ['synchronous', 'asynchronous'] } } },
  required: ['groupRef', 'type'],
  properties: {
    groupRef: { ...groupRef, description: 'The customer group whose installation is written to.' },
    type: writeType,
    mode: {
      description:
        '`synchronous` (now; when absent) or `asynchronous` (later). Ignored for a delete, whatever it is.',
      examples: ['synchronous', 'asynchronous'],
    },
    record: writeRecord,
    batch: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      description: 'Records to write in one request, instead of `record`.',
      items: closedObject({
        optional: ['associations'],
        properties: { record: writeRecord, associations },
      }),
    },
    associations,
    headers: {
      type: 'array',
      description: 'Headers to forward to the provider, where it takes any (`GET /v1/providers`).',
      items: closedObject({
        properties: {
          key: { type: 'string', description: 'Name of the header.' },
          value: { type: 'string', description: 'Value of the header.' },
        },
      }),
    },
    batchPolicy: partialObject({
      properties: {
        allOrNone: { type: 'boolean', description: 'Whether one bad record fails the whole batch.' },
      },
      description: 'How a batch is written.',
    }),
    autoBatchPolicy: closedObject({
      optional: ['retryDeadlineHours'],
      properties: {
        maxDelayMinutes: {
          type: 'integer',
          minimum: 1,
          maximum: 1440,
          description: 'How long a record may wait for others.',
        },
        retryDeadlineHours: {
          type: 'integer',
          minimum: 1,
          maximum: 48,
          description: 'How long the batch is retried; when absent, as `retryPolicy` says.',
        },
      },
      description: 'Collects single asynchronous writes into batches.',
    }),
    retryPolicy: partialObject({
      properties: {
        deadlineHours: {
          type: 'integer',
          minimum: 1,
          maximum: 48,
          description: 'How long the write is retried; 1 when absent.',
        },
      },
      description: 'How long an asynchronous write is retried.',
    }),
  },
});

export type WriteRequest = FromSchema<typeof writeRequestSchema>;
