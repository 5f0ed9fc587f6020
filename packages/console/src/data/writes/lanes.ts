import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Lane, QueryOf } from '@writ/sdk';
import { pageOf } from '../client.ts';
import { paceAfter, useLive, usePaused } from '../live.ts';
import type { Project } from '../project.ts';
import { useReadingOn } from '../lists/reading-on.ts';

/** What a list of lanes may be narrowed by, as the API knows it. */
export type LaneFilter = {
  [Name in 'kind' | 'groupRef' | 'waiting']?: QueryOf<'getLanes'>[Name] | undefined;
};

/** The most that the API gives at once: it knows no order but that in which they were made. */
const pageSize = 200;
const lanePaceMs = 2_000;
const listPaceMs = 3_000;
const heldUpPaceMs = 10_000;
/** So many are looked at each time; more are more seldom. */
const lanesOfPace = 50;

/** A list of lanes. What was read of it is read again and again, a long list more slowly. */
export function useLanes({ name, writ }: Project, filter: LaneFilter) {
  const isPaused = usePaused();
  const key = [name, 'lanes', filter];
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      pageOf(writ.lanes.list({ ...filter, pageSize }, { signal }), pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextPageToken,
    meta: { isLive: true },
    refetchOnWindowFocus: !isPaused,
    refetchInterval: ({ state: { error, data } }) => {
      const count = data?.pages.reduce((sum, { results }) => sum + results.length, 0) ?? 0;
      return isPaused ? false : paceAfter(error, listPaceMs * Math.max(1, count / lanesOfPace));
    },
  });
  const rows = list.data?.pages.flatMap(({ results }) => results);
  return { ...useReadingOn({ key, list, looks: [] }), rows, readMs: list.dataUpdatedAt };
}

/** Lanes, among them those that are held up as far as they are known, and of which kind there may be more. */
type LanesHeldUp = {
  lanes: readonly Lane[];
  more: Readonly<Record<'down' | 'failing' | 'paused', boolean>>;
};

/**
 * Looks for lanes that are held up. Where the first page is not all, those that wait and those of destinations are asked
 * for as well: only of an account that has nothing queued it is then not told that its provider is down.
 */
export function useLanesHeldUp({ name, writ }: Project): UseQueryResult<LanesHeldUp> {
  return useLive({
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
    every: () => heldUpPaceMs,
  });
}

/** One lane, as it stands. */
export function useLane({ name, writ }: Project, id: string): UseQueryResult<Lane> {
  return useLive({
    key: [name, 'lane', id],
    read: (signal) => writ.lanes.get(id, { signal }),
    every: () => lanePaceMs,
  });
}

/** Pauses a lane, for a reason, or lets it go on. */
export function useLaneChange(
  { name, writ }: Project,
  id: string,
): UseMutationResult<Lane, Error, { pauseBecause: string } | 'resume'> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change) =>
      change === 'resume' ? writ.lanes.resume(id) : writ.lanes.pause(id, { reason: change.pauseBecause }),
    onSuccess: (lane) => {
      client.setQueryData<Lane>([name, 'lane', id], lane);
      return client.invalidateQueries({ queryKey: [name, 'lanes'] });
    },
  });
}
