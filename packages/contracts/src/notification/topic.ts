import type { FromSchema } from 'json-schema-to-ts';
import { createTime, id, name, updateTime } from './fields.ts';

/** What creates a topic, or renames one (Specification, Notification resources). */
export const topicRequestSchema = {
  $id: 'TopicRequest',
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: { name },
} as const;

/** A topic: it selects event types and leads to destinations. */
export const topicSchema = {
  $id: 'Topic',
  type: 'object',
  additionalProperties: false,
  required: ['id', 'name', 'projectId', 'createTime'],
  properties: {
    id: { ...id, description: 'Topic id.' },
    name,
    projectId: { ...id, description: 'Project that the topic belongs to.' },
    createTime,
    updateTime,
  },
} as const;

/** All topics of a project. */
export const topicListSchema = { $id: 'TopicList', type: 'array', items: topicSchema } as const;

export type Topic = FromSchema<typeof topicSchema>;
