import type { FromSchema } from 'json-schema-to-ts';
import { time } from '../fields.ts';
import { closedObject } from '../schema.ts';

/** As many of what is found in one way are told. */
export const mostFound = 20;
/** What is longer is no id. */
export const longestSearched = 255;

const searched =
  'the id of an operation, a request, a lane, an event, a delivery, a destination, a topic, an installation, a connection, an integration, a customer group, a provider account or a record of a provider, or an idempotency key';

/** What can be searched, in a sentence. */
export const searchedText = `What is searched is ${searched}, whole.`;

export const searchQuerySchema = closedObject({
  properties: {
    q: {
      type: 'string',
      minLength: 1,
      maxLength: longestSearched,
      description: `What is looked for: ${searched}. It is looked for as it is, whole.`,
      examples: ['01980f6e-5c00-7a31-9d62-3f8b41c6e7d2'],
    },
  },
});

const hitSchema = closedObject({
  $id: 'SearchHit',
  properties: {
    type: {
      enum: [
        'operation',
        'lane',
        'event',
        'delivery',
        'destination',
        'topic',
        'installation',
        'connection',
        'integration',
      ],
      description: 'What was found.',
    },
    id: { type: 'string', description: 'Its id.', examples: ['01980f6e-5c00-7a31-9d62-3f8b41c6e7d2'] },
    by: {
      enum: ['id', 'requestId', 'idempotencyKey', 'recordId', 'eventId', 'groupRef', 'account'],
      description: 'What of it is what was looked for.',
    },
    path: {
      type: 'string',
      description: 'Where it is on this host.',
      examples: [
        '/v1/projects/01980f6a-0d1c-7b1e-a7f9-2c64d8f0a111/operations/01980f6e-5c00-7a31-9d62-3f8b41c6e7d2',
      ],
    },
    text: {
      type: 'string',
      description: 'What it is, in a line.',
      examples: ['create contacts for acme: Write completed'],
    },
    time: { ...time, description: 'When it was made.' },
  },
});

/** What a search found (Contract §4.7). */
export const searchAnswerSchema = closedObject({
  $id: 'SearchAnswer',
  properties: {
    results: {
      type: 'array',
      items: hitSchema,
      description: `What was found: of each type, and of each way to be found, ${mostFound} at most; of operations and events the latest.`,
    },
    more: { type: 'boolean', description: 'Whether more was found than is told.' },
  },
});

export type SearchHit = FromSchema<typeof hitSchema>;
