import type { FromSchema } from 'json-schema-to-ts';
import { hiddenText, id, time } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';
import { eventTypes } from '../event/event-types.ts';
import { pageParameters, searchedPageOf } from '../page.ts';

/** One attempt to deliver, as it ended. */
export const deliveryAttemptSchema = partialObject({
  $id: 'DeliveryAttempt',
  required: ['status'],
  properties: {
    attempt: { type: 'integer', description: 'Counted from 1; absent for a test.' },
    time: { ...time, description: 'When it was sent.' },
    status: {
      enum: ['delivered', 'failed', 'unknown'],
      description:
        'How it ended. `unknown`: nobody told in time, so that its time and its end are missing, and the same event is sent again.',
    },
    httpStatus: { type: 'integer', description: "Status of the receiver's answer.", examples: [200] },
    durationMs: { type: 'integer', description: 'Milliseconds from sending to the end.', examples: [84] },
    responseExcerpt: { type: 'string', description: "The first 16 kB of the receiver's answer." },
    error: { type: 'string', description: 'Why it failed.' },
  },
});

const statuses = ['pending', 'delivered', 'failed', 'held'] as const;

const deliveryFields = {
  id: { ...id, description: 'Delivery id.' },
  projectId: { ...id, description: 'Project that the event belongs to.' },
  destinationId: { ...id, description: 'Where it is sent.' },
  eventId: {
    type: 'string',
    description: "The event's id, as it was published.",
    examples: ['01980f70-4f19-7e02-8b6d-5c3a97f1e820'],
  },
  eventType: { enum: eventTypes, description: 'What happened.' },
  status: { enum: statuses, description: '`held`: the destination was disabled when it was due.' },
  stage: {
    enum: ['new', 'sending', 'retrying'],
    description:
      'Of a `pending` one. `new`: not tried yet; `sending`: an attempt is under way; `retrying`: it was tried, and will be again.',
  },
  attemptCount: { type: 'integer', description: 'Attempts begun.' },
  lastError: partialObject({
    description:
      'Why its last attempt failed, or that its destination was deleted; absent where none has ended, or the last one succeeded.',
    required: ['time', 'message'],
    properties: {
      time: { ...time, description: 'When that attempt was sent, or was not any more.' },
      message: { type: 'string', description: 'What went wrong.', examples: ['The receiver answered 503.'] },
      httpStatus: { type: 'integer', description: "Status of the receiver's answer.", examples: [503] },
    },
  }),
  nextAttempt: { ...time, description: 'When the next attempt is due.' },
  createTime: { ...time, description: 'When its event came in, also of one that a replay has made.' },
  updateTime: { ...time, description: 'When it last changed.' },
} as const;

/** One event on its way to one destination. */
export const deliverySchema = closedObject({
  $id: 'Delivery',
  optional: ['stage', 'lastError', 'nextAttempt'],
  properties: deliveryFields,
});

/** What an attempt sends. */
const deliveryRequestSchema = closedObject({
  $id: 'DeliveryRequest',
  optional: ['method', 'url', 'target', 'key', 'headers'],
  description: 'What an attempt sends to the destination as it is now.',
  properties: {
    method: {
      type: 'string',
      description:
        'HTTP method, where one is posted; absent where it is a message, a record or a line of an object.',
      examples: ['POST'],
    },
    url: {
      type: 'string',
      description:
        'Where to; absent where it is hidden, where a client chooses it, and once the destination is deleted.',
    },
    target: { type: 'string', description: 'The topic, the stream or the bucket that it goes to.' },
    key: {
      type: 'string',
      description:
        'The key of the message, or of the record; of an object its name, once it was decided. Absent where it has none.',
    },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: `By name; \`${hiddenText}\` stands for secrets, and for what each attempt has anew.`,
    },
    body: {
      type: 'string',
      description:
        'What an attempt made now would send. Of an object the line that is made of the delivery; once the destination is deleted, the event.',
    },
  },
});

/** A delivery with what became of each attempt. */
export const deliveryWithAttemptsSchema = closedObject({
  $id: 'DeliveryWithAttempts',
  optional: ['stage', 'lastError', 'nextAttempt'],
  properties: {
    ...deliveryFields,
    request: deliveryRequestSchema,
    attempts: {
      type: 'array',
      items: deliveryAttemptSchema,
      description: 'Oldest first; of the `unknown` ones the latest 100 alone: `attemptCount` counts all.',
    },
  },
});

/** Newest first. */
export const deliveryPageSchema = searchedPageOf('DeliveryPage', deliverySchema);

const since = {
  ...time,
  description: 'Its event came in at or after this time, however late it is sent.',
} as const;
const until = { ...time, description: 'Its event came in before this time.' } as const;
const eventType = { enum: eventTypes, description: 'Only of this event type.' } as const;

/** Its form is not checked: what names nothing finds nothing, whatever its form. */
const reference = { type: 'string', minLength: 1, maxLength: 255 } as const;

/** What an event is found by. */
export const aboutParameters = {
  eventId: { ...reference, description: 'Only of the event that was published under this id.' },
  operationId: { ...reference, description: 'Only of events that tell of this operation.' },
  installationId: { ...reference, description: 'Only of events that tell of this installation.' },
} as const;

/** What narrows a list of deliveries, and what is done with many of them at once. */
export const deliveryFilters = {
  destinationId: { ...reference, description: 'Only to this destination (id or name).' },
  topicId: {
    ...reference,
    description: 'Only what this topic leads to by its routes of now: its event types, to its destinations.',
  },
  ...aboutParameters,
  eventType,
  status: { enum: statuses, description: 'Only in this status.' },
  httpStatus: {
    type: 'integer',
    minimum: 100,
    maximum: 999,
    description: 'Only those of which an attempt was answered so.',
  },
  taskId: { ...reference, description: 'Only what this task has sent again.' },
  since,
  until,
} as const;

/** What narrows the list of deliveries. */
export const deliveryQuerySchema = partialObject({
  $id: 'DeliveryQuery',
  properties: { ...deliveryFilters, ...pageParameters({ most: 1000, usual: 200 }) },
});

/** Which deliveries of a destination are to be sent again. */
export const replayRequestSchema = partialObject({
  $id: 'ReplayRequest',
  required: ['since'],
  properties: {
    since,
    until,
    eventType,
    status: {
      enum: ['delivered', 'failed', 'held'],
      description: 'Only in this status; absent: failed and held.',
    },
  },
});

/** What sends a test. */
export const testDeliveryRequestSchema = closedObject({
  $id: 'TestDeliveryRequest',
  properties: { eventType: { enum: eventTypes, description: 'Type of the made-up event.' } },
});

/** How many were taken in. */
export const countSchema = closedObject({
  $id: 'Count',
  properties: { count: { type: 'integer', description: 'How many.' } },
});

export type Delivery = FromSchema<typeof deliverySchema>;
export type DeliveryAttempt = FromSchema<typeof deliveryAttemptSchema>;
export type DeliveryWithAttempts = FromSchema<typeof deliveryWithAttemptsSchema>;
export type DeliveryRequest = FromSchema<typeof deliveryRequestSchema>;
export type DeliveryQuery = FromSchema<typeof deliveryQuerySchema>;
export type ReplayRequest = FromSchema<typeof replayRequestSchema>;
