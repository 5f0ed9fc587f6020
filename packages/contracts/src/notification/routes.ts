import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, projectId, updateTime } from '../fields.ts';
import { listParameters } from '../page.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';
import { eventTypes } from '../event/event-types.ts';

const topicId = {
  description: 'Id of the topic.',
  examples: ['01980f71-0d35-7b48-a9f6-2e7c84b15d03'],
} as const;
const eventType = {
  enum: eventTypes,
  description: 'The event type that the topic receives.',
  examples: ['write.async.done'],
} as const;
const routeFields = {
  id: { ...id, description: 'Route id.' },
  projectId,
  topicId: { ...id, ...topicId },
  createTime,
  updateTime,
} as const;

/** An id in a request. Its form is not checked: what names nothing is not found, whatever its form. */
const reference = { type: 'string', minLength: 1, maxLength: 64 } as const;

/** What routes an event type to a topic. */
export const eventTopicRouteRequestSchema = closedObject({
  $id: 'NotificationEventTopicRouteRequest',
  properties: { topicId: { ...reference, ...topicId }, eventType },
});

const onlyOfTopic = { ...reference, description: 'Only of this topic (id).' } as const;

export const eventTopicRouteQuerySchema = partialObject({
  properties: {
    ...listParameters,
    topicId: onlyOfTopic,
    eventType: { enum: eventTypes, description: 'Only of this type.' },
  },
});

export const topicDestinationRouteQuerySchema = partialObject({
  properties: {
    ...listParameters,
    topicId: onlyOfTopic,
    destinationId: { ...reference, maxLength: 128, description: 'Only to this destination (id or name).' },
  },
});

/** An event type that a topic receives. */
export const eventTopicRouteSchema = closedObject({
  $id: 'NotificationEventTopicRoute',
  optional: ['updateTime'],
  properties: { ...routeFields, eventType },
});

export const eventTopicRouteListSchema = listOf('NotificationEventTopicRouteList', eventTopicRouteSchema);

/** What attaches a destination to a topic. */
export const topicDestinationRouteRequestSchema = closedObject({
  $id: 'TopicDestinationRouteRequest',
  properties: {
    topicId: { ...reference, ...topicId },
    destinationId: {
      ...reference,
      maxLength: 128,
      description: 'Id or name of the destination.',
      examples: ['crm-writes'],
    },
  },
});

/** A destination that a topic delivers to. */
export const topicDestinationRouteSchema = closedObject({
  $id: 'TopicDestinationRoute',
  optional: ['updateTime'],
  properties: { ...routeFields, destinationId: { ...id, description: 'Id of the destination.' } },
});

export const topicDestinationRouteListSchema = listOf(
  'TopicDestinationRouteList',
  topicDestinationRouteSchema,
);

export type EventTopicRoute = FromSchema<typeof eventTopicRouteSchema>;
export type TopicDestinationRoute = FromSchema<typeof topicDestinationRouteSchema>;
