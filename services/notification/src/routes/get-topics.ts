import { topicListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { TopicRepository } from '../topics/topic-repository.ts';

export const getTopics = (deps: { topics: Pick<TopicRepository, 'list'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/topics',
    summary: 'List topics',
    access: { scope: 'notifications:read' },
    answers: { 200: topicListSchema },
    handle: async ({ project }) => ok(await deps.topics.list(project.id)),
  });
