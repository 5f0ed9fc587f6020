import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Lane, QueryOf } from '@writ/sdk';
import { nullIfMissing, pageOf } from '../client.ts';
import { paceByPages, usePages } from '../list.ts';
import { useLive } from '../live.ts';
import { allProjects, type Project } from '../project.ts';

export type LaneFilter = Omit<QueryOf<'getLanes'>, 'pageSize' | 'pageToken'>;

/** The most that the API returns at once. */
const pageSize = 200;
const paceMs = 3_000;
/** Longer lists are read less often. */
const lanesOfPace = 50;

export const useLanes = ({ name, writ }: Project, filter: LaneFilter) =>
  usePages<Lane>(
    [name, 'lanes', filter],
    (pageToken, signal) => {
      const list = name === allProjects ? writ.admin.lanes : writ.lanes.list;
      return pageOf(list({ ...filter, pageSize }, { signal }), pageToken);
    },
    paceByPages(paceMs, lanesOfPace),
  );

/** The held up lanes among them, and of which kind there may be more. */
type HeldUp = {
  lanes: readonly Lane[];
  more: Readonly<Record<'down' | 'failing' | 'paused', boolean>>;
};

/**
 * Looks for lanes that are held up. If the first page is not all, it asks for waiting lanes and destinations,
 * too. It then misses accounts that are down and have nothing queued.
 */
export function useLanesHeldUp({ name, writ }: Project) {
  return useLive<HeldUp>({
    key: [name, 'lanes', 'held up'],
    read: async (signal) => {
      const look = (filter: LaneFilter) => pageOf(writ.lanes.list({ ...filter, pageSize }, { signal }));
      const first = await look({});
      if (first.pagination.done)
        return { lanes: first.results, more: { down: false, failing: false, paused: false } };
      const [down, failing, paused] = await Promise.all([
        look({ waiting: 'outage' }),
        look({ kind: 'destination' }),
        look({ waiting: 'paused' }),
      ]);
      const found = [first, down, failing, paused].flatMap(({ results }) => results);
      return {
        lanes: [...new Map(found.map((lane) => [lane.id, lane])).values()],
        more: { down: true, failing: !failing.pagination.done, paused: !paused.pagination.done },
      };
    },
    every: () => 10_000,
  });
}

export const useLane = ({ name, writ }: Project, id: string) =>
  useLive<Lane>({
    key: [name, 'lane', id],
    read: (signal) => writ.lanes.get(id, { signal }),
    every: () => 2_000,
  });

/** The lane of a destination; null before its first delivery. */
export const useLaneOfDestination = ({ name, writ }: Project, id: string) =>
  useLive<Lane | null>({
    key: [name, 'lane of destination', id],
    read: (signal) => writ.lanes.get(id, { signal }).catch(nullIfMissing),
  });

export function useLaneChange({ name, writ }: Project, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { pauseBecause: string } | 'resume') =>
      change === 'resume' ? writ.lanes.resume(id) : writ.lanes.pause(id, { reason: change.pauseBecause }),
    onSuccess: (lane) => {
      client.setQueryData<Lane>([name, 'lane', id], lane);
      return client.invalidateQueries({ queryKey: [name, 'lanes'] });
    },
  });
}
