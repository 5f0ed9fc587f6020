import { inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, noContent } from '@writ/http-kit';
import type { TopicDestinationRoutes } from '../topics/route-repositories.ts';
import { routeNotFound } from './not-found.ts';

export const deleteTopicDestinationRoute = (deps: {
  topicDestinationRoutes: Pick<TopicDestinationRoutes, 'remove'>;
}) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/topic-destination-routes/:routeId',
    summary: 'Stop a topic from delivering to a destination',
    access: { scope: 'notifications:manage' },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params }) => {
      const removed = await deps.topicDestinationRoutes.remove(project.id, params.routeId);
      if (!removed) throw routeNotFound(params.routeId);
      return noContent();
    },
  });
