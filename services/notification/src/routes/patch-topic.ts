import { inputValidationProblemSchema, topicRequestSchema, topicSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { Clock } from '@writ/service-kit';
import type { TopicRepository } from '../topics/topic-repository.ts';
import { nameTaken, topicNotFound } from './not-found.ts';

export const patchTopic = (deps: { topics: Pick<TopicRepository, 'rename'>; clock: Clock }) =>
  endpoint({
    method: 'patch',
    path: '/projects/:projectIdOrName/topics/:topicId',
    summary: 'Rename a topic',
    access: { scope: 'notifications:manage' },
    body: topicRequestSchema,
    answers: {
      200: topicSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
      409: inputValidationProblemSchema,
    },
    docs: { refusals: ['name-taken'] },
    handle: async ({ project, params, body }) => {
      const topic = await deps.topics.rename(project.id, params.topicId, body.name, deps.clock.now());
      if (topic === undefined) throw topicNotFound(params.topicId);
      if (topic === 'name-taken') throw nameTaken('topic', body.name, '/name');
      return ok(topic);
    },
  });
