import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Topic } from '@writ/sdk';
import { useLive } from '../live.ts';
import { namesKey } from '../names.ts';
import { topicsKey } from '../notifications/destination.ts';
import type { EventType } from '../notifications/event-types.ts';
import type { Project } from '../project.ts';

type Route = { id: string; topicId: string };

/** Topics, and the routes that lead event types to them and them to destinations. */
export type Routing = {
  topics: readonly Topic[];
  ofTypes: readonly (Route & { eventType: EventType })[];
  ofDestinations: readonly (Route & { destinationId: string })[];
};

const routingKey = (project: Project) => [...topicsKey(project), 'routes'];

export const useRouting = (project: Project) =>
  useLive<Routing>({
    key: routingKey(project),
    every: () => 15_000,
    read: async () => {
      const { topics, eventRoutes, destinationRoutes } = project.writ;
      const [all, ofTypes, ofDestinations] = await Promise.all([
        topics.list().all(),
        eventRoutes.list().all(),
        destinationRoutes.list().all(),
      ]);
      return { topics: all, ofTypes, ofDestinations };
    },
  });

/** A route to make, or the id of one to remove. */
export type RouteChange =
  | { topicId: string; eventType: EventType; id?: undefined }
  | { topicId: string; destinationId: string; id?: undefined }
  | { id: string; of: 'types' | 'destinations' };

export function useRouteChange(project: Project) {
  const client = useQueryClient();
  const { eventRoutes, destinationRoutes } = project.writ;
  return useMutation({
    mutationFn: async (change: RouteChange): Promise<unknown> => {
      if (change.id !== undefined)
        return (change.of === 'types' ? eventRoutes : destinationRoutes).delete(change.id);
      return 'eventType' in change ? eventRoutes.create(change) : destinationRoutes.create(change);
    },
    // The other route may be gone or made by somebody else: the matrix shows what is true after an error, too.
    onSettled: () => client.invalidateQueries({ queryKey: topicsKey(project) }),
  });
}

export type NewTopic = Parameters<Project['writ']['topics']['create']>[0];

/** Creates a topic with its routes. */
export function useCreateTopic(project: Project) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: NewTopic) => project.writ.topics.create(given),
    onSuccess: () => forgetTopics(client, project),
  });
}

function forgetTopics(client: ReturnType<typeof useQueryClient>, project: Project): Promise<void> {
  void client.invalidateQueries({ queryKey: namesKey(project.name, 'topics') });
  return client.invalidateQueries({ queryKey: topicsKey(project) });
}
