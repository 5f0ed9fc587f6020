import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Destination, Topic } from '@writ/sdk';
import type { EventType } from './event-types.ts';
import { useLive } from '../live.ts';
import { namesKey } from '../names.ts';
import type { Project } from '../project.ts';

const paceMs = 5_000;

const allKey = (project: Project) => [project.name, 'destinations'];
const keyOf = (project: Project, id: string) => [project.name, 'destination', id];

/** All destinations of a project, and how they stand. */
export const useDestinations = (project: Project) =>
  useLive<Destination[]>({
    key: allKey(project),
    read: () => project.writ.destinations.list().all(),
    every: () => paceMs,
  });

/** One destination, and how it stands. */
export const useDestination = (project: Project, id: string | undefined) =>
  useLive<Destination>({
    key: keyOf(project, id ?? ''),
    read: (signal) => project.writ.destinations.get(id ?? '', {}, { signal }),
    every: () => paceMs,
    enabled: id !== undefined,
  });

/** What a destination is made of. */
export type DestinationMade = Pick<
  Parameters<Project['writ']['destinations']['create']>[0],
  'name' | 'type' | 'metadata'
>;

/** Makes a destination. */
export function useDestinationMaking(project: Project) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: DestinationMade) => project.writ.destinations.create(given),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: allKey(project) });
      void client.invalidateQueries({ queryKey: namesKey(project.name, 'destinations') });
    },
  });
}

/** What changes a destination. Its answer is shown at once. */
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
    // A key that was answered is shown by whoever asked, and kept no longer than that.
    gcTime: 0,
  });
}

/** A topic with what it takes and where it leads. */
export type RoutedTopic = Topic & { eventTypes: readonly EventType[]; destinationIds: readonly string[] };

export const topicsKey = (project: Project) => [project.name, 'topics'];

/** All topics of a project with their routes. */
export const useTopics = (project: Project) =>
  useLive<RoutedTopic[]>({
    key: topicsKey(project),
    every: () => 30_000,
    read: async () => {
      const { topics, eventRoutes, destinationRoutes } = project.writ;
      const [all, types, ends] = await Promise.all([
        topics.list().all(),
        eventRoutes.list().all(),
        destinationRoutes.list().all(),
      ]);
      return all.map((topic) => ({
        ...topic,
        eventTypes: types.filter(({ topicId }) => topicId === topic.id).map(({ eventType }) => eventType),
        destinationIds: ends
          .filter(({ topicId }) => topicId === topic.id)
          .map(({ destinationId }) => destinationId),
      }));
    },
  });
