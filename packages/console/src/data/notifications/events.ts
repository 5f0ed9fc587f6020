import type { EventDetail, QueryOf, StoredEvent } from '@writ/sdk';
import { useChange } from '../change.ts';
import { useList } from '../list.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';

export type EventFilter = Omit<QueryOf<'getEvents'>, 'pageSize' | 'pageToken'>;

export const useEvents = ({ name, writ }: Project, filter: EventFilter) =>
  useList<StoredEvent>({
    key: [name, 'events', filter],
    list: (asked, options) => writ.events.list({ ...filter, ...asked }, options),
    since: filter.since,
  });

const keyOf = (project: Project, id: string) => [project.name, 'event', id];

export const useEvent = (project: Project, id: string) =>
  useLive<EventDetail>({
    key: keyOf(project, id),
    read: (signal) => project.writ.events.get(id, { signal }),
    every: (last) => (last?.deliveries.some(({ status }) => status === 'pending') === false ? 5_000 : 2_000),
  });

/** Sends an event that reached nobody to its type's destinations; returns their number. */
export const useEventReplay = (project: Project, id: string) =>
  useChange(() => project.writ.events.replay(id), keyOf(project, id));
