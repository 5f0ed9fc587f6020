import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, groupRef, oneOf, text, whole } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';

/** In bytes (Contract §4.1). */
export const writeBodyBytes = 5 * 1024 * 1024;

export const writeRecord = {
  type: 'object',
  additionalProperties: true,
  description:
    "Field name to value. An update or delete needs `id`, the provider's own record identifier; a create or upsert has none.",
} as const;

export const writeTypes = ['create', 'update', 'upsert', 'delete'] as const;
export const writeType = oneOf(
  writeTypes,
  'What to do with the record. An `upsert` updates the record that `key` finds, or creates one.',
);

export const upsertMembers = {
  key: text(
    'The field of `record` by which an upsert finds the record. The provider must keep its values unique; at Salesforce it is an external id.',
    'email',
  ),
  onMissing: oneOf(['create', 'fail'], 'What an upsert does if it finds no record; `create` when absent.'),
} as const;

export const associations = arrayOf(
  'Records to associate a created record with, if the provider has associations (`GET /v1/providers`). In a batch, each entry has its own.',
  closedObject({
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
            associationTypeId: whole("The kind's id at the provider."),
          },
        }),
      },
    },
  }),
);

const modes = ['synchronous', 'asynchronous'] as const;
const mode = {
  description: '`synchronous` (the default) or `asynchronous`. Ignored for a delete, whatever its value.',
  examples: modes,
} as const;

/** Specification, Write request body. Rules check later which members exclude each other. */
export const writeRequestSchema = partialObject({
  $id: 'WriteRequest',
  if: { required: ['type'], properties: { type: { const: 'delete' } } },
  else: { properties: { mode: { enum: modes } } },
  required: ['groupRef', 'type'],
  properties: {
    groupRef: { ...groupRef, description: 'The customer group whose installation is written to.' },
    type: writeType,
    ...upsertMembers,
    mode,
    record: writeRecord,
    batch: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      description: 'Records to create, update or upsert in one request, instead of `record`.',
      items: closedObject({
        optional: ['associations'],
        properties: { record: writeRecord, associations },
      }),
    },
    associations,
    headers: arrayOf(
      'Headers to forward to a provider that takes any (`GET /v1/providers`): at most 20, together 4 kB. Headers of the call itself, such as `Authorization`, `Host`, `Content-*` and `Accept*`, are refused.',
      closedObject({
        properties: {
          key: text('Name of the header.'),
          value: text('Value of the header.'),
        },
      }),
    ),
    batchPolicy: partialObject({
      properties: {
        allOrNone: flag('Whether one bad record fails the whole batch.'),
      },
      description: 'How a batch is written. Needs `batch`.',
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
          description: 'How long the batch is retried; by default as long as `retryPolicy` says.',
        },
      },
      description:
        'Collects single writes into batches. Needs `record` and `mode` `asynchronous`; a delete is never collected.',
    }),
    retryPolicy: partialObject({
      properties: {
        deadlineHours: {
          type: 'integer',
          minimum: 1,
          maximum: 48,
          description: 'How long the write is retried; 1 by default.',
        },
      },
      description: 'How long a write with `mode` `asynchronous` is retried.',
    }),
  },
});

/** The published body: a delete accepts any `mode`, which callers need not know. */
export const writeRequestBodies = {
  'application/json': {
    ...writeRequestSchema,
    properties: { ...writeRequestSchema.properties, mode: { ...mode, type: 'string', enum: modes } },
  },
} as const;

export type WriteRequest = FromSchema<typeof writeRequestSchema>;
