import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EventDetail, QueryOf, StoredEvent } from '@writ/sdk';
import { useGrowingList } from '../lists/growing-list.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';

/** What a list of events may be narrowed by, as the API knows it. */
export type EventFilter = Omit<QueryOf<'getEvents'>, 'pageSize' | 'pageToken'>;

/** A list of events, newest first. */
export const useEvents = ({ name, writ }: Project, filter: EventFilter) =>
  useGrowingList<StoredEvent>({
    key: [name, 'events', filter],
    list: (query, options) => writ.events.list({ ...filter, ...query }, options),
    since: filter.since,
  });

const keyOf = (project: Project, id: string) => [project.name, 'event', id];

/** One event with what became of it, read until all of it has arrived. */
export const useEvent = (project: Project, id: string) =>
  useLive<EventDetail>({
    key: keyOf(project, id),
    read: (signal) => project.writ.events.get(id, { signal }),
    every: (last) => (last?.deliveries.some(({ status }) => status === 'pending') === false ? 5_000 : 2_000),
  });

/** Sends an event that reached nobody to where its type leads now; gives to how many. */
export function useEventReplay(project: Project, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => project.writ.events.replay(id),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(project, id) }),
  });
}
