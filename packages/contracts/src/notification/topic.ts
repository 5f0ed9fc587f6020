import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, notificationName, projectId, updateTime } from '../fields.ts';
import { closedObject, listOf } from '../schema.ts';

/** What creates a topic, or renames one (Specification, Notification resources). */
export const topicRequestSchema = closedObject({
  $id: 'TopicRequest',
  properties: { name: notificationName },
});

/** A topic: it selects event types and leads to destinations. */
export const topicSchema = closedObject({
  $id: 'Topic',
  optional: ['updateTime'],
  properties: {
    id: { ...id, description: 'Topic id.' },
    name: notificationName,
    projectId,
    createTime,
    updateTime,
  },
});

export const topicListSchema = listOf('TopicList', topicSchema);

export type Topic = FromSchema<typeof topicSchema>;
