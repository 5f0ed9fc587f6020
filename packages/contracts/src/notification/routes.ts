import type { FromSchema } from 'json-schema-to-ts';
import { eventTypes } from '../event/event-types.ts';
import { createTime, id, reference, updateTime } from './fields.ts';

const topicId = {
  ...reference,
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
  projectId: { ...id, description: 'Project that the route belongs to.' },
  topicId: { ...id, description: 'Id of the topic.', examples: ['01980f71-0d35-7b48-a9f6-2e7c84b15d03'] },
  createTime,
  updateTime,
} as const;

/** What routes an event type to a topic. */
export const eventTopicRouteRequestSchema = {
  $id: 'NotificationEventTopicRouteRequest',
  type: 'object',
  additionalProperties: false,
  required: ['topicId', 'eventType'],
  properties: { topicId, eventType },
} as const;

/** An event type that a topic receives. */
export const eventTopicRouteSchema = {
  $id: 'NotificationEventTopicRoute',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'projectId', 'topicId', 'eventType', 'createTime'],
  properties: { ...routeFields, eventType },
} as const;

/** All event types that the topics of a project receive. */
export const eventTopicRouteListSchema = {
  $id: 'NotificationEventTopicRouteList',
  type: 'array',
  items: eventTopicRouteSchema,
} as const;

/** What attaches a destination to a topic. */
export const topicDestinationRouteRequestSchema = {
  $id: 'TopicDestinationRouteRequest',
  type: 'object',
  additionalProperties: false,
  required: ['topicId', 'destinationId'],
  properties: {
    topicId,
    destinationId: { ...reference, description: 'Id or name of the destination.', examples: ['crm-writes'] },
  },
} as const;

/** A destination that a topic delivers to. */
export const topicDestinationRouteSchema = {
  $id: 'TopicDestinationRoute',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'projectId', 'topicId', 'destinationId', 'createTime'],
  properties: { ...routeFields, destinationId: { ...id, description: 'Id of the destination.' } },
} as const;

/** All destinations that the topics of a project deliver to. */
export const topicDestinationRouteListSchema = {
  $id: 'TopicDestinationRouteList',
  type: 'array',
  items: topicDestinationRouteSchema,
} as const;

export type EventTopicRoute = FromSchema<typeof eventTopicRouteSchema>;
export type TopicDestinationRoute = FromSchema<typeof topicDestinationRouteSchema>;
