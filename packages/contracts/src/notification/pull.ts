import type { FromSchema } from 'json-schema-to-ts';
import { eventTypes } from '../event/event-types.ts';
import { id } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';

/** What fetches deliveries that wait for a client. */
export const pullRequestSchema = partialObject({
  $id: 'PullRequest',
  properties: {
    max: { type: 'integer', minimum: 1, maximum: 100, description: 'At most so many; absent: 10.' },
    waitSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: 30,
      description: 'How long to wait where nothing is due; absent: not at all.',
    },
  },
  examples: [{ max: 10, waitSeconds: 30 }],
});

const pulledDeliverySchema = closedObject({
  $id: 'PulledDelivery',
  properties: {
    id: { ...id, description: 'Delivery id.' },
    attempt: { type: 'integer', description: 'The attempt that the report is to name.' },
    eventId: { type: 'string', description: "The event's id, as it was published." },
    eventType: { enum: eventTypes, description: 'What happened.' },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What to send it with: as a webhook, signed for this moment.',
    },
    body: { type: 'string', description: 'What to send, in UTF-8: the same bytes at every attempt.' },
  },
});

/** What was due; empty where nothing was. */
export const pulledSchema = closedObject({
  $id: 'PulledDeliveries',
  properties: {
    leaseSeconds: {
      type: 'integer',
      description: 'How long nobody else is given them: each is to be reported within this time.',
      examples: [60],
    },
    deliveries: { type: 'array', items: pulledDeliverySchema, description: 'Those due longest first.' },
  },
});

/** What came of one attempt. */
export const attemptReportSchema = partialObject({
  $id: 'AttemptReport',
  required: ['attempt', 'ms'],
  properties: {
    attempt: { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: 'As it was fetched.' },
    status: {
      type: 'integer',
      minimum: 100,
      maximum: 999,
      description: "Status of the receiver's answer; absent where nothing answered.",
    },
    retryAfter: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description:
        "`Retry-After` of the receiver's answer, seconds or a date: it is honoured as for what we send. Only beside `status`.",
      examples: ['120'],
    },
    ms: {
      type: 'integer',
      minimum: 0,
      maximum: 86_400_000,
      description: 'Milliseconds from sending to the end.',
    },
    excerpt: {
      type: 'string',
      maxLength: 16_384,
      description: 'The beginning of the answer; only beside `status`.',
    },
    error: {
      type: 'string',
      minLength: 1,
      maxLength: 1_024,
      description: 'Why nothing answered; not beside `status`.',
    },
  },
  examples: [{ attempt: 1, status: 200, ms: 84, excerpt: 'ok' }],
});

export type PulledDelivery = FromSchema<typeof pulledDeliverySchema>;
export type AttemptReport = FromSchema<typeof attemptReportSchema>;
