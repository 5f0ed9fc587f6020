import type { FromSchema } from 'json-schema-to-ts';
import { createTime, idOf, notificationName, projectId, updateTime } from '../fields.ts';
import { closedObject, listOf } from '../schema.ts';
import { eventTypes } from '../event/event-types.ts';

/** Specification, Notification resources. */
export const topicRequestSchema = closedObject({
  $id: 'TopicRequest',
  optional: ['eventTypes', 'destinationIds'],
  properties: {
    name: notificationName,
    eventTypes: {
      type: 'array',
      uniqueItems: true,
      items: { type: 'string', enum: eventTypes },
      description: 'The event types that it receives from the start.',
    },
    destinationIds: {
      type: 'array',
      uniqueItems: true,
      maxItems: 100,
      items: { type: 'string', minLength: 1, maxLength: 128 },
      description: 'Ids or names of the destinations that it delivers to from the start.',
    },
  },
  examples: [{ name: 'crm-connections', eventTypes: ['connection.error'] }, { name: 'crm-writes' }],
});

export const topicChangeSchema = closedObject({
  $id: 'TopicChange',
  properties: { name: notificationName },
});

export const topicSchema = closedObject({
  $id: 'Topic',
  optional: ['updateTime'],
  properties: {
    id: idOf('Topic id.'),
    name: notificationName,
    projectId,
    createTime,
    updateTime,
  },
});

export const topicListSchema = listOf('TopicList', topicSchema);

export type Topic = FromSchema<typeof topicSchema>;
