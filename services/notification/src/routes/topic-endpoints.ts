import { listQuerySchema, topicChangeSchema, topicListSchema, topicSchema } from '@writ/contracts';
import type { Endpoint } from '@writ/http';
import { resource, told } from '@writ/service-parts';
import { topicRows, type Topic } from '../topics/topic-rows.ts';
import type { EndpointDeps } from './endpoint-deps.ts';
import { postTopic, topicNameTaken } from './post-topic.ts';

export function topicEndpoints(deps: EndpointDeps): readonly Endpoint[] {
  const rows = topicRows(deps.database);
  const topics = resource({
    path: '/projects/:projectIdOrName/topics',
    id: 'topicId',
    missing: 'No topic has this id in the project.',
    scopes: { read: 'notifications:read', manage: 'notifications:manage' },
    schema: topicSchema,
    answer: (topic: Topic) => told(topic),
  });
  return [
    topics.list({
      summary: 'List topics',
      schema: topicListSchema,
      query: listQuerySchema,
      read: ({ project }, span) => rows.list({ projectId: project.id }, span),
    }),
    postTopic(deps),
    topics.patch({
      summary: 'Rename a topic',
      body: topicChangeSchema,
      taken: topicNameTaken,
      change: ({ project, params, body: { name }, by }) =>
        rows.change(project.id, params.topicId, { name }, by),
    }),
    topics.remove({
      summary: 'Delete a topic',
      remove: ({ project, params, by }) => rows.remove(project.id, params.topicId, by),
    }),
  ];
}
