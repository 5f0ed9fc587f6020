import type { FromSchema } from 'json-schema-to-ts';
import { createTime, flag, idOf, oneOf, text, timeOf, whole } from '../fields.ts';
import { pageOf, pageParameters } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';

export const deadLetterKinds = ['unreadable', 'invalid', 'too-large', 'unacceptable'] as const;

export type DeadLetterKind = (typeof deadLetterKinds)[number];

const statuses = ['waiting', 'replayed'] as const;

const deadLetterFields = {
  id: idOf('Id of the dead letter.'),
  status: oneOf(statuses, '`waiting`: it can be replayed or discarded.'),
  reasonKind: oneOf(
    deadLetterKinds,
    '`unreadable`: not JSON in UTF-8, or a batch of Kafka that cannot be decoded; `invalid`: an unknown event, or one without a required member; `too-large`: an event over 256 kB, or a batch of Kafka over 64 MiB when unpacked; `unacceptable`: it contains something that is never stored, or storing it failed repeatedly.',
  ),
  reason: text('Why it could not be read or stored, the last time.', 'The message is not JSON.'),
  topic: text('The topic of the bus that it came from.', 'lifecycle-events'),
  partition: whole('Of a message from Kafka: its partition.', 3),
  offset: text('Of a message from Kafka: its offset, a whole number; of a batch its first.', '4711'),
  key: text(
    'Its key, cut after 1,000 characters; absent if it had none.',
    '01980f6e-5c00-7a31-9d62-3f8b41c6e7d2:01980f6e-83aa-7f40-9b12-d6e57c081a39',
  ),
  bytes: whole('Bytes of its stored payload; only the first 256 kB of one over 1 MiB are stored.', 12),
  createTime: { ...createTime, description: 'When it became a dead letter.' },
  replayTime: timeOf('When it was replayed; absent while it waits.'),
} as const;

const optional = ['partition', 'offset', 'key', 'replayTime'] as const;

export const deadLetterSchema = closedObject({
  $id: 'DeadLetter',
  optional,
  properties: deadLetterFields,
});

export const deadLetterWithPayloadSchema = closedObject({
  $id: 'DeadLetterWithPayload',
  optional,
  properties: {
    ...deadLetterFields,
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Its first 100 headers, each cut after 1,000 characters.',
      examples: [{ 'content-type': 'application/cloudevents+json; charset=UTF-8' }],
    },
    payload: closedObject({
      description: 'The message, byte by byte.',
      properties: {
        encoding: oneOf(['utf-8', 'base64'], '`base64` if the bytes are not UTF-8.'),
        content: text('Its first 256 kB, as text.', '{"half": "a '),
        complete: flag('Whether the payload is complete.'),
      },
    }),
  },
});

export const deadLetterPageSchema = pageOf('DeadLetterPage', deadLetterSchema);

export const deadLetterQuerySchema = partialObject({
  properties: {
    status: oneOf(statuses, 'Only in this status.'),
    reasonKind: oneOf(deadLetterKinds, 'Only with a reason of this kind.'),
    topic: { type: 'string', minLength: 1, maxLength: 255, description: 'Only from this topic.' },
    since: timeOf('Became a dead letter at this time or later.'),
    until: timeOf('Became a dead letter before this time.'),
    ...pageParameters({ most: 1_000, usual: 200 }),
  },
});

export type DeadLetterAnswer = FromSchema<typeof deadLetterSchema>;
export type DeadLetterWithPayload = FromSchema<typeof deadLetterWithPayloadSchema>;
export type DeadLetterQuery = FromSchema<typeof deadLetterQuerySchema>;
