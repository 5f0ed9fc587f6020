import {
  useInfiniteQuery,
  useMutation,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { Lane, LanePage, QueryOf } from '@writ/sdk';
import { pageOf } from './client.ts';
import { paceAfter, useLive, usePaused } from './live.ts';
import type { Project } from './project.ts';

/** What a list of lanes may be narrowed by, as the API knows it. */
export type LaneFilter = { [Name in 'kind' | 'groupRef']?: QueryOf<'getLanes'>[Name] | undefined };

const pageSize = 50;
const lanePaceMs = 2_000;
const listPaceMs = 3_000;

/** A list of lanes. Each keeps its place; what is shown of it is read again and again, a long list more slowly. */
export function useLanes({ name, writ }: Project, filter: LaneFilter) {
  const isPaused = usePaused();
  const list = useInfiniteQuery<LanePage, Error, LanePage[], readonly unknown[], string | undefined>({
    queryKey: [name, 'lanes', filter],
    queryFn: ({ pageParam, signal }) =>
      pageOf(writ.lanes.list({ ...filter, pageSize }, { signal }), pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ pagination }) => pagination.nextPageToken,
    select: ({ pages }) => pages,
    meta: { isLive: true },
    refetchOnWindowFocus: !isPaused,
    refetchInterval: ({ state: { error, data } }) =>
      isPaused ? false : paceAfter(error, listPaceMs * (data?.pages.length ?? 1)),
  });
  // Asked for at each drawing while the end is seen: after a fault a look at all of it, at its pace, comes first.
  const mayGoOn = !list.isFetching && !list.isError;
  return {
    lanes: list.data?.flatMap(({ results }) => results),
    error: list.error,
    retry: list.refetch,
    hasMore: list.hasNextPage,
    isReadingMore: list.isFetchingNextPage,
    readMore: async () => {
      if (mayGoOn) await list.fetchNextPage();
    },
  };
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
