import {
  useMutation,
  useQueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
} from '@tanstack/react-query';

type List = Pick<
  UseInfiniteQueryResult,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>;

type Given = {
  key: readonly unknown[];
  list: List;
  /** How far the list looked, where it stopped before it had found enough. */
  lookedBackTo?: string | undefined;
  /** What reads by itself beside the list: how its rows stand, what is newer. */
  looks: readonly Pick<UseQueryResult, 'error' | 'refetch'>[];
};

/**
 * How a list of pages is read on, and what went wrong with it. What went wrong when it was read on is kept apart: the next look
 * at its rows makes the list itself whole again.
 */
export function useReadingOn({ key, list, lookedBackTo, looks }: Given) {
  const client = useQueryClient();
  const further = useMutation({
    mutationKey: [...key, 'further'],
    mutationFn: () => list.fetchNextPage({ throwOnError: true }),
  });
  const own = list.isFetchNextPageError ? null : list.error;
  const failed = looks.filter(({ error }) => error !== null);
  const showNewer = () => {
    further.reset();
    return client.resetQueries({ queryKey: key, exact: true });
  };
  return {
    error: own ?? failed[0]?.error ?? null,
    retry: () => {
      if (own) void (list.data === undefined ? showNewer() : list.refetch());
      else for (const look of failed) void look.refetch();
    },
    hasMore: list.hasNextPage,
    /** Whether it goes on by itself where its end is seen: not after a fault, nor where it has looked far in vain. */
    goesOn:
      list.hasNextPage &&
      !list.isFetching &&
      !further.isPending &&
      further.error === null &&
      lookedBackTo === undefined,
    isReadingMore: further.isPending,
    readMoreError: further.error,
    readMore: () => further.mutate(),
    lookedBackTo,
    showNewer,
  };
}
