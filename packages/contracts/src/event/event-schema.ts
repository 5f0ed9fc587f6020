import { closedObject, listOf, partialObject } from '../schema.ts';
import { eventTypes } from './event-types.ts';
import { oneOf, text } from '../fields.ts';

export const eventSchemaListSchema = listOf(
  'EventSchemaList',
  closedObject({
    properties: {
      type: oneOf(eventTypes, 'Type of the event.'),
      description: text('Meaning of the event.', 'A customer group has installed an integration.'),
      href: text('Path of its schema on this host.', '/v1/event-schemas/installation.created'),
    },
  }),
);

export const eventSchemaSchema = {
  $id: 'EventSchema',
  type: 'object',
  description: 'A JSON Schema of draft 2020-12.',
  additionalProperties: true,
} as const;

export const revalidationHeadersSchema = partialObject({
  properties: {
    'If-None-Match': text(
      '`ETag` of an earlier answer. If nothing has changed since, the answer is 304 without a body.',
      '"3f8b41c6e7d2"',
    ),
  },
});
