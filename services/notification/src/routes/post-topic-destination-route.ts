import {
  inputValidationProblemSchema,
  problemSchema,
  topicDestinationRouteRequestSchema,
  topicDestinationRouteSchema,
} from '@writ/contracts';
import { created, endpoint, Refusal } from '@writ/http-kit';
import type { DestinationRepository } from '../destinations/destination-repository.ts';
import type { TopicDestinationRoutes } from '../topics/route-repositories.ts';
import type { TopicRepository } from '../topics/topic-repository.ts';
import { endsNotFound } from './not-found.ts';

export const postTopicDestinationRoute = (deps: {
  topicDestinationRoutes: Pick<TopicDestinationRoutes, 'add'>;
  topics: Pick<TopicRepository, 'exists'>;
  destinations: Pick<DestinationRepository, 'find'>;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/topic-destination-routes',
    summary: 'Let a topic deliver to a destination',
    access: { scope: 'notifications:manage' },
    body: topicDestinationRouteRequestSchema,
    answers: {
      201: topicDestinationRouteSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
      409: problemSchema,
    },
    docs: { refusals: ['route-exists'] },
    handle: async ({ project, body: { topicId, destinationId } }) => {
      const [topicExists, destination] = await Promise.all([
        deps.topics.exists(project.id, topicId),
        deps.destinations.find(project.id, destinationId),
      ]);
      if (!topicExists || !destination) {
        throw endsNotFound({ ...(!topicExists && { topicId }), ...(!destination && { destinationId }) });
      }
      const ends = { topicId, destinationId: destination.view.id };
      const route = await deps.topicDestinationRoutes.add(project.id, ends);
      if (route === 'end-missing') throw endsNotFound({ topicId, destinationId });
      if (route === 'route-exists') {
        throw new Refusal('route-exists', { detail: 'The topic delivers to this destination already.' });
      }
      return created(route);
    },
  });
