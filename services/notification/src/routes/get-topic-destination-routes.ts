import { topicDestinationRouteListSchema } from '@writ/contracts';
import { endpoint, ok } from '@writ/http-kit';
import type { TopicDestinationRoutes } from '../topics/route-repositories.ts';

export const getTopicDestinationRoutes = (deps: {
  topicDestinationRoutes: Pick<TopicDestinationRoutes, 'list'>;
}) =>
  endpoint({
    method: 'get',
    path: '/projects/:projectIdOrName/topic-destination-routes',
    summary: 'List which destinations topics deliver to',
    access: { scope: 'notifications:read' },
    answers: { 200: topicDestinationRouteListSchema },
    handle: async ({ project }) => ok(await deps.topicDestinationRoutes.list(project.id)),
  });
