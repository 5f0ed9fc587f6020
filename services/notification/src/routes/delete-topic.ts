import { inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, noContent } from '@writ/http-kit';
import type { TopicRepository } from '../topics/topic-repository.ts';
import { topicNotFound } from './not-found.ts';

/** Specification, Delete a topic. Its routes go with it. */
export const deleteTopic = (deps: { topics: Pick<TopicRepository, 'remove'> }) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/topics/:topicId',
    summary: 'Delete a topic',
    access: { scope: 'notifications:manage' },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params }) => {
      if (!(await deps.topics.remove(project.id, params.topicId))) throw topicNotFound(params.topicId);
      return noContent();
    },
  });
