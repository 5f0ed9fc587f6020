import type { FromSchema } from 'json-schema-to-ts';
import { eventTypes } from '../event/event-types.ts';
import { arrayOf, idOf, oneOf, text, whole } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';

export const pullRequestSchema = partialObject({
  $id: 'PullRequest',
  properties: {
    max: { type: 'integer', minimum: 1, maximum: 100, description: 'How many at most; by default 10.' },
    waitSeconds: {
      type: 'integer',
      minimum: 0,
      maximum: 30,
      description: 'How long to wait if nothing is due; by default not at all.',
    },
  },
  examples: [{ max: 10, waitSeconds: 30 }],
});

const pulledDeliverySchema = closedObject({
  $id: 'PulledDelivery',
  properties: {
    id: idOf('Delivery id.'),
    attempt: whole('Number of the attempt, for the report.'),
    eventId: text("The event's id, as it was published."),
    eventType: oneOf(eventTypes, 'Type of the event.'),
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Headers to send it with: those of a webhook, signed now.',
    },
    body: text('What to send, in UTF-8: the same bytes at every attempt.'),
  },
});

export const pulledSchema = closedObject({
  $id: 'PulledDeliveries',
  properties: {
    leaseSeconds: whole('For how long no other client gets them; report each within this time.', 60),
    deliveries: arrayOf('The longest due first.', pulledDeliverySchema),
  },
});

export const attemptReportSchema = partialObject({
  $id: 'AttemptReport',
  required: ['attempt', 'ms'],
  properties: {
    attempt: { type: 'integer', minimum: 1, maximum: 2_147_483_647, description: 'As fetched.' },
    status: {
      type: 'integer',
      minimum: 100,
      maximum: 999,
      description: "Status of the receiver's answer; absent if nothing answered.",
    },
    retryAfter: {
      type: 'string',
      minLength: 1,
      maxLength: 128,
      description:
        "`Retry-After` of the receiver's answer, seconds or a date; honoured as in Writ's own attempts. Only with `status`.",
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
      description: 'The beginning of the answer; only with `status`.',
    },
    error: {
      type: 'string',
      minLength: 1,
      maxLength: 1_024,
      description: 'Why nothing answered; not with `status`.',
    },
  },
  examples: [{ attempt: 1, status: 200, ms: 84, excerpt: 'ok' }],
});

export type PulledDelivery = FromSchema<typeof pulledDeliverySchema>;
export type AttemptReport = FromSchema<typeof attemptReportSchema>;
