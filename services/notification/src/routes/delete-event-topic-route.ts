import { inputValidationProblemSchema } from '@writ/contracts';
import { endpoint, noContent } from '@writ/http-kit';
import type { EventTopicRoutes } from '../topics/route-repositories.ts';
import { routeNotFound } from './not-found.ts';

export const deleteEventTopicRoute = (deps: { eventTopicRoutes: Pick<EventTopicRoutes, 'remove'> }) =>
  endpoint({
    method: 'delete',
    path: '/projects/:projectIdOrName/notification-event-topic-routes/:routeId',
    summary: 'Stop a topic from receiving an event type',
    access: { scope: 'notifications:manage' },
    answers: { 204: null, 404: inputValidationProblemSchema },
    handle: async ({ project, params }) => {
      if (!(await deps.eventTopicRoutes.remove(project.id, params.routeId)))
        throw routeNotFound(params.routeId);
      return noContent();
    },
  });
