import { eventTopicRouteListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { EventTopicRoutes } from '../topics/route-repositories.ts';

export const getEventTopicRoutes = (deps: { eventTopicRoutes: Pick<EventTopicRoutes, 'list'> }) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/notification-event-topic-routes',
    summary: 'List which event types topics receive',
    access: { scope: 'notifications:read' },
    answers: { 200: eventTopicRouteListSchema },
    handle: async ({ project }) => ok(await deps.eventTopicRoutes.list(project.id)),
  });
