import { closedObject, listOf, partialObject } from '../schema.ts';
import { eventTypes } from './event-types.ts';

/** The types of events, each with where its schema is. */
export const eventSchemaListSchema = listOf(
  'EventSchemaList',
  closedObject({
    properties: {
      type: { enum: eventTypes, description: 'Type of the event.' },
      description: {
        type: 'string',
        description: 'What it tells.',
        examples: ['A customer group has installed an integration.'],
      },
      href: {
        type: 'string',
        description: 'Path of its schema on this host.',
        examples: ['/v1/event-schemas/installation.created'],
      },
    },
  }),
);

/** A JSON Schema. */
export const eventSchemaSchema = {
  $id: 'EventSchema',
  type: 'object',
  description: 'A JSON Schema of draft 2020-12.',
  additionalProperties: true,
} as const;

/** What is asked with for a document that one has already. */
export const revalidationHeadersSchema = partialObject({
  properties: {
    'If-None-Match': {
      type: 'string',
      description:
        'The `ETag` of the answer that one has: where it is still the same, it is 304 without a body.',
      examples: ['"3f8b41c6e7d2"'],
    },
  },
});
