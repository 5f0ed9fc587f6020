import { inputValidationProblemSchema, topicRequestSchema, topicSchema } from '@writ/contracts';
import { created, endpoint } from '@writ/http-kit';
import type { TopicRepository } from '../topics/topic-repository.ts';
import { nameTaken } from './not-found.ts';

export const postTopic = (deps: { topics: Pick<TopicRepository, 'add'> }) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/topics',
    summary: 'Create a topic',
    access: { scope: 'notifications:manage' },
    body: topicRequestSchema,
    answers: { 201: topicSchema, 400: inputValidationProblemSchema, 409: inputValidationProblemSchema },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, body }) => {
      const topic = await deps.topics.add(project.id, body.name);
      if (topic === 'name-taken') throw nameTaken('topic', body.name, '/name');
      return created(topic);
    },
  });
