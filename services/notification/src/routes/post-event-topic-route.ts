import {
  eventTopicRouteRequestSchema,
  eventTopicRouteSchema,
  inputValidationProblemSchema,
  problemSchema,
} from '@writ/contracts';
import { created, endpoint, Refusal } from '@writ/http-kit';
import type { EventTopicRoutes } from '../topics/route-repositories.ts';
import type { TopicRepository } from '../topics/topic-repository.ts';
import { endsNotFound } from './not-found.ts';

export const postEventTopicRoute = (deps: {
  eventTopicRoutes: Pick<EventTopicRoutes, 'add'>;
  topics: Pick<TopicRepository, 'exists'>;
}) =>
  endpoint({
    method: 'post',
    path: '/projects/:projectIdOrName/notification-event-topic-routes',
    summary: 'Let a topic receive an event type',
    access: { scope: 'notifications:manage' },
    body: eventTopicRouteRequestSchema,
    answers: {
      201: eventTopicRouteSchema,
      400: inputValidationProblemSchema,
      404: inputValidationProblemSchema,
      409: problemSchema,
    },
    docs: { refusals: ['route-exists'] },
    handle: async ({ project, body: { topicId, eventType } }) => {
      if (!(await deps.topics.exists(project.id, topicId))) throw endsNotFound({ topicId });
      const route = await deps.eventTopicRoutes.add(project.id, { topicId, eventType });
      if (route === 'end-missing') throw endsNotFound({ topicId });
      if (route === 'route-exists') {
        throw new Refusal('route-exists', { detail: `The topic receives \`${eventType}\` already.` });
      }
      return created(route);
    },
  });
