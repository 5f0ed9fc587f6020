import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, time } from '../fields.ts';
import { pageOf, pageParameters } from '../page.ts';
import { closedObject, partialObject } from '../schema.ts';

/** Why a message could not be taken in, as a closed list. */
export const deadLetterKinds = ['unreadable', 'invalid', 'too-large', 'unacceptable'] as const;

export type DeadLetterKind = (typeof deadLetterKinds)[number];

const statuses = ['waiting', 'replayed'] as const;

const deadLetterFields = {
  id: { ...id, description: 'Id of the dead letter.' },
  status: { enum: statuses, description: '`waiting` for somebody to replay or discard it.' },
  reasonKind: {
    enum: deadLetterKinds,
    description:
      '`unreadable`: no JSON in UTF-8, or a batch of Kafka that cannot be decoded; `invalid`: no event that is known, or one that lacks what its type requires; `too-large`: an event over 256 kB, or a batch of Kafka over 64 MiB when unpacked; `unacceptable`: it holds what is never stored, or taking it in failed repeatedly.',
  },
  reason: {
    type: 'string',
    description: 'Why it was not taken in, the last time.',
    examples: ['The message is not JSON.'],
  },
  topic: {
    type: 'string',
    description: 'The topic of the bus that it came from.',
    examples: ['lifecycle-events'],
  },
  partition: {
    type: 'integer',
    description: 'Of a message from Kafka: its partition.',
    examples: [3],
  },
  offset: {
    type: 'string',
    description: 'Of a message from Kafka: its offset, a whole number; of a batch its first.',
    examples: ['4711'],
  },
  key: {
    type: 'string',
    description: 'Its key, cut after 1,000 characters; absent where it had none.',
    examples: ['01980f6e-5c00-7a31-9d62-3f8b41c6e7d2:01980f6e-83aa-7f40-9b12-d6e57c081a39'],
  },
  bytes: {
    type: 'integer',
    description: 'Bytes of its payload as it is kept: of one over 1 MiB, the first 256 kB.',
    examples: [12],
  },
  createTime: { ...createTime, description: 'When it became a dead letter.' },
  replayTime: { ...time, description: 'When it was put back; absent while it waits.' },
} as const;

const optional = ['partition', 'offset', 'key', 'replayTime'] as const;

/** A message of the bus that could not be taken in. */
export const deadLetterSchema = closedObject({
  $id: 'DeadLetter',
  optional,
  properties: deadLetterFields,
});

/** The same with what it says. */
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
        encoding: {
          enum: ['utf-8', 'base64'],
          description: '`base64` where the bytes are no UTF-8.',
        },
        content: {
          type: 'string',
          description: 'Its first 256 kB, as a text that nothing is to interpret.',
          examples: ['{"half": "a '],
        },
        complete: { type: 'boolean', description: 'Whether that is all of it.' },
      },
    }),
  },
});

/** Newest first. */
export const deadLetterPageSchema = pageOf('DeadLetterPage', deadLetterSchema);

/** What narrows the list of dead letters. */
export const deadLetterQuerySchema = partialObject({
  properties: {
    status: { enum: statuses, description: 'Only in this status.' },
    reasonKind: { enum: deadLetterKinds, description: 'Only with a reason of this kind.' },
    topic: { type: 'string', minLength: 1, maxLength: 255, description: 'Only from this topic.' },
    since: { ...time, description: 'Dead since this time or later.' },
    until: { ...time, description: 'Dead before this time.' },
    ...pageParameters({ most: 1_000, usual: 200 }),
  },
});

export type DeadLetterAnswer = FromSchema<typeof deadLetterSchema>;
export type DeadLetterWithPayload = FromSchema<typeof deadLetterWithPayloadSchema>;
export type DeadLetterQuery = FromSchema<typeof deadLetterQuerySchema>;
