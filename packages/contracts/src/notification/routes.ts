import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, idOf, oneOf, projectId, updateTime } from '../fields.ts';
import { listParameters } from '../page.ts';
import { closedObject, listOf, partialObject } from '../schema.ts';
import { eventTypes } from '../event/event-types.ts';

const topicId = {
  description: 'Id of the topic.',
  examples: ['01980f71-0d35-7b48-a9f6-2e7c84b15d03'],
} as const;
const eventType = oneOf(eventTypes, 'The event type that the topic receives.', 'write.async.done');
const routeFields = {
  id: idOf('Route id.'),
  projectId,
  topicId: { ...id, ...topicId },
  createTime,
  updateTime,
} as const;

/** The form is not checked: an unknown id is not found. */
const reference = { type: 'string', minLength: 1, maxLength: 64 } as const;

export const eventTopicRouteRequestSchema = closedObject({
  $id: 'NotificationEventTopicRouteRequest',
  properties: { topicId: { ...reference, ...topicId }, eventType },
});

const onlyOfTopic = { ...reference, description: 'Only of this topic (id).' } as const;

export const eventTopicRouteQuerySchema = partialObject({
  properties: {
    ...listParameters,
    topicId: onlyOfTopic,
    eventType: oneOf(eventTypes, 'Only of this type.'),
  },
});

export const topicDestinationRouteQuerySchema = partialObject({
  properties: {
    ...listParameters,
    topicId: onlyOfTopic,
    destinationId: { ...reference, maxLength: 128, description: 'Only to this destination (id or name).' },
  },
});

export const eventTopicRouteSchema = closedObject({
  $id: 'NotificationEventTopicRoute',
  optional: ['updateTime'],
  properties: { ...routeFields, eventType },
});

export const eventTopicRouteListSchema = listOf('NotificationEventTopicRouteList', eventTopicRouteSchema);

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

export const topicDestinationRouteSchema = closedObject({
  $id: 'TopicDestinationRoute',
  optional: ['updateTime'],
  properties: { ...routeFields, destinationId: idOf('Id of the destination.') },
});

export const topicDestinationRouteListSchema = listOf(
  'TopicDestinationRouteList',
  topicDestinationRouteSchema,
);

export type EventTopicRoute = FromSchema<typeof eventTopicRouteSchema>;
export type TopicDestinationRoute = FromSchema<typeof topicDestinationRouteSchema>;
