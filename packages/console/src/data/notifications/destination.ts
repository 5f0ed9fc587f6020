import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Destination, Topic } from '@writ/sdk';
import { useLive } from '../live.ts';
import { namesKey } from '../names.ts';
import type { Project } from '../project.ts';
import type { EventType } from './event-types.ts';

const allKey = (project: Project) => [project.name, 'destinations'];
const keyOf = (project: Project, id: string) => [project.name, 'destination', id];

export const useDestinations = (project: Project) =>
  useLive<Destination[]>({
    key: allKey(project),
    read: () => project.writ.destinations.list().all(),
  });

export const useDestination = (project: Project, id: string | undefined) =>
  useLive<Destination>({
    key: keyOf(project, id ?? ''),
    read: (signal) => project.writ.destinations.get(id ?? '', {}, { signal }),
    enabled: id !== undefined,
  });

export type NewDestination = Pick<
  Parameters<Project['writ']['destinations']['create']>[0],
  'name' | 'type' | 'metadata'
>;

export function useCreateDestination(project: Project) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: NewDestination) => project.writ.destinations.create(given),
    // Its page opens before the list is read, which may close the dialog.
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: allKey(project) });
      void client.invalidateQueries({ queryKey: namesKey(project.name, 'destinations') });
    },
  });
}

export function useDestinationChange(
  project: Project,
  id: string,
  change: (id: string) => Promise<Destination>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => change(id),
    onSuccess: ({ secrets: _notKept, ...destination }) =>
      client.setQueryData<Destination>(keyOf(project, id), destination),
    // An answered signing key goes when its dialog closes.
    gcTime: 0,
  });
}

export type RoutedTopic = Topic & {
  eventTypes: readonly EventType[];
  destinationIds: readonly string[];
  /** Ids of routes by the event types and destinations that they lead from and to. */
  routes: Readonly<Record<string, string>>;
};

export const topicsKey = (project: Project) => [project.name, 'topics'];

export const useTopics = (project: Project) =>
  useLive<RoutedTopic[]>({
    key: topicsKey(project),
    every: () => 15_000,
    read: async () => {
      const { topics, eventRoutes, destinationRoutes } = project.writ;
      const [all, types, ends] = await Promise.all([
        topics.list().all(),
        eventRoutes.list().all(),
        destinationRoutes.list().all(),
      ]);
      return all.map((topic) => {
        const from = types.filter(({ topicId }) => topicId === topic.id);
        const to = ends.filter(({ topicId }) => topicId === topic.id);
        return {
          ...topic,
          eventTypes: from.map(({ eventType }) => eventType),
          destinationIds: to.map(({ destinationId }) => destinationId),
          routes: Object.fromEntries([
            ...from.map(({ eventType, id }) => [eventType, id]),
            ...to.map(({ destinationId, id }) => [destinationId, id]),
          ]) as Record<string, string>,
        };
      });
    },
  });
