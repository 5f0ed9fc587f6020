import type { FromSchema } from 'json-schema-to-ts';
import { arrayOf, hiddenText, idOf, oneOf, text, timeOf, whole } from '../fields.ts';
import { closedObject, partialObject } from '../schema.ts';
import { eventTypes } from '../event/event-types.ts';
import { pageParameters, searchedPageOf } from '../page.ts';

export const deliveryAttemptSchema = partialObject({
  $id: 'DeliveryAttempt',
  required: ['status'],
  properties: {
    attempt: whole('Counted from 1; absent for a test.'),
    time: timeOf('When it was sent.'),
    status: oneOf(
      ['delivered', 'failed', 'unknown'],
      'How it ended. `unknown`: its outcome was not reported in time, so its times are missing, and the event is sent again.',
    ),
    httpStatus: whole("Status of the receiver's answer.", 200),
    durationMs: whole('Milliseconds from sending to the end.', 84),
    responseExcerpt: text("The first 16 kB of the receiver's answer."),
    error: text('Why it failed.'),
  },
});

const statuses = ['pending', 'delivered', 'failed', 'held'] as const;

const deliveryFields = {
  id: idOf('Delivery id.'),
  projectId: idOf('Project that the event belongs to.'),
  destinationId: idOf('Where it is sent.'),
  eventId: text("The event's id, as it was published.", '01980f70-4f19-7e02-8b6d-5c3a97f1e820'),
  eventType: oneOf(eventTypes, 'Type of the event.'),
  status: oneOf(statuses, '`held`: the destination was disabled when it was due.'),
  stage: oneOf(
    ['new', 'sending', 'retrying'],
    'Of a `pending` delivery. `new`: not tried yet; `sending`: an attempt is in flight; `retrying`: it will be sent again.',
  ),
  attemptCount: whole('Attempts begun.'),
  lastError: partialObject({
    description:
      'Why its last attempt failed, or that its destination was deleted; absent if none has ended, or the last one succeeded.',
    required: ['time', 'message'],
    properties: {
      time: timeOf('When that attempt was sent, or given up.'),
      message: text('The error.', 'The receiver answered 503.'),
      httpStatus: whole("Status of the receiver's answer.", 503),
    },
  }),
  nextAttempt: timeOf('When the next attempt is due.'),
  createTime: timeOf('When its event arrived, also of a replay.'),
  updateTime: timeOf('When it last changed.'),
} as const;

export const deliverySchema = closedObject({
  $id: 'Delivery',
  optional: ['stage', 'lastError', 'nextAttempt'],
  properties: deliveryFields,
});

const deliveryRequestSchema = closedObject({
  $id: 'DeliveryRequest',
  optional: ['method', 'url', 'target', 'key', 'headers'],
  description: 'What an attempt sends to the destination as it is now.',
  properties: {
    method: text(
      'HTTP method of a POST; absent if it is a message, a record or a line of an object.',
      'POST',
    ),
    url: text(
      'Target; absent if it is hidden, if a client chooses it, and after the destination was deleted.',
    ),
    target: text('The topic, the stream or the bucket that it goes to.'),
    key: text(
      'The key of the message, or of the record; of an object its name, once it was decided. Absent if it has none.',
    ),
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: `By name; \`${hiddenText}\` stands for secrets, and for values that differ in each attempt.`,
    },
    body: text(
      'Body of an attempt at this moment; of an object, the line of this delivery; after the destination was deleted, the event.',
    ),
  },
});

export const deliveryWithAttemptsSchema = closedObject({
  $id: 'DeliveryWithAttempts',
  optional: ['stage', 'lastError', 'nextAttempt'],
  properties: {
    ...deliveryFields,
    request: deliveryRequestSchema,
    attempts: arrayOf(
      'Oldest first; of the `unknown` ones the latest 100 alone: `attemptCount` counts all.',
      deliveryAttemptSchema,
    ),
  },
});

export const deliveryPageSchema = searchedPageOf('DeliveryPage', deliverySchema);

const since = timeOf('Its event arrived at or after this time, however late it is sent.');
const until = timeOf('Its event arrived before this time.');
const eventType = oneOf(eventTypes, 'Only of this event type.');

/** The form is not checked: an unknown reference finds nothing. */
const reference = { type: 'string', minLength: 1, maxLength: 255 } as const;

export const aboutParameters = {
  eventId: { ...reference, description: 'Only of the event with this id.' },
  operationId: { ...reference, description: 'Only events about this operation.' },
  installationId: { ...reference, description: 'Only events about this installation.' },
} as const;

/** Of the list, and of bulk tasks. */
export const deliveryFilters = {
  destinationId: { ...reference, description: 'Only to this destination (id or name).' },
  topicId: {
    ...reference,
    description: "Only event types and destinations of the topic's current routes.",
  },
  ...aboutParameters,
  eventType,
  status: oneOf(statuses, 'Only in this status.'),
  httpStatus: {
    type: 'integer',
    minimum: 100,
    maximum: 999,
    description: 'Only those with an attempt that was answered with this status.',
  },
  taskId: { ...reference, description: 'Only deliveries that this task has sent again.' },
  since,
  until,
} as const;

export const deliveryQuerySchema = partialObject({
  $id: 'DeliveryQuery',
  properties: { ...deliveryFilters, ...pageParameters({ most: 1000, usual: 200 }) },
});

export const replayRequestSchema = partialObject({
  $id: 'ReplayRequest',
  required: ['since'],
  properties: {
    since,
    until,
    eventType,
    status: oneOf(['delivered', 'failed', 'held'], 'Only in this status; absent: failed and held.'),
  },
});

export const testDeliveryRequestSchema = closedObject({
  $id: 'TestDeliveryRequest',
  properties: { eventType: oneOf(eventTypes, 'Type of the test event.') },
});

export const countSchema = closedObject({
  $id: 'Count',
  properties: { count: whole('Their number.') },
});

export type Delivery = FromSchema<typeof deliverySchema>;
export type DeliveryAttempt = FromSchema<typeof deliveryAttemptSchema>;
export type DeliveryWithAttempts = FromSchema<typeof deliveryWithAttemptsSchema>;
export type DeliveryRequest = FromSchema<typeof deliveryRequestSchema>;
export type DeliveryQuery = FromSchema<typeof deliveryQuerySchema>;
export type ReplayRequest = FromSchema<typeof replayRequestSchema>;
