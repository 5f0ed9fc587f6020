import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, flag, oneOf, text, timeOf } from '../fields.ts';
import { closedObject } from '../schema.ts';

/** Hits of one type found in one way. */
export const mostFound = 20;
export const longestSearched = 255;

const searched =
  'the id of an operation, a request, a trace, a lane, an event, a delivery, a destination, a topic, an installation, a connection, an integration, a customer group, a provider account or a record of a provider, an idempotency key, or a value that names a record: an email address or the key of an upsert';

export const searchedText = `What is searched is ${searched}, whole.`;

export const searchQuerySchema = closedObject({
  properties: {
    q: {
      type: 'string',
      minLength: 1,
      maxLength: longestSearched,
      description: `The exact text to look for: ${searched}. Capitals do not matter in such a value.`,
      examples: ['ada@example.com', '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2'],
    },
  },
});

const hitSchema = closedObject({
  $id: 'SearchHit',
  properties: {
    type: oneOf(
      [
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
      'What was found.',
    ),
    id: text('Its id.', '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2'),
    by: oneOf(
      ['id', 'requestId', 'idempotencyKey', 'recordId', 'value', 'traceId', 'eventId', 'groupRef', 'account'],
      'The member that matched; `value`: a value that was sent and names a record.',
    ),
    path: text(
      'Its path on this host.',
      '/v1/projects/01980f6a-0d1c-7b1e-a7f9-2c64d8f0a111/operations/01980f6e-5c00-7a31-9d62-3f8b41c6e7d2',
    ),
    text: text('What it is, in a line.', 'create contacts for acme: Write completed'),
    time: timeOf('When it was created.'),
  },
});

export const searchAnswerSchema = closedObject({
  $id: 'SearchAnswer',
  properties: {
    results: arrayOf(
      `Hits: at most ${mostFound} for each type and each matched member; of operations and events the latest.`,
      hitSchema,
    ),
    more: flag('Whether there are more hits.'),
  },
});

export type SearchHit = FromSchema<typeof hitSchema>;
