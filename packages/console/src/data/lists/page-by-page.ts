import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { paceAfter, usePaused, type Pace } from '../live.ts';

const paceMs = 3_000;

type Page = { results: readonly unknown[]; pagination: { nextPageToken?: string } };
type PageToken = string | undefined;

/**
 * A list that is read page by page, and then stands still: what changes it is what is looked at beside it, or the reader who
 * asks. Gives its query, its pages and the rows of all of them.
 */
export function usePageByPage<Read extends Page>(
  key: readonly unknown[],
  read: (of: { pageParam: PageToken; signal: AbortSignal }) => Promise<Read>,
) {
  const list = useInfiniteQuery<Read, Error, InfiniteData<Read, PageToken>, readonly unknown[], PageToken>({
    queryKey: key,
    queryFn: read,
    initialPageParam: undefined,
    getNextPageParam: ({ pagination }) => pagination.nextPageToken,
    staleTime: Infinity,
    refetchInterval: useUntilRead(),
  });
  const pages = list.data?.pages;
  const rows: Read['results'][number][] | undefined = pages?.flatMap(({ results }) => results);
  return { list, pages, rows };
}

type Query = { state: { data: unknown; error: Error | null } };

/** When a list that could not be read at all is read again by itself: not while the reader has paused that. */
function useUntilRead(): (query: Query) => Pace {
  const isPaused = usePaused();
  return ({ state: { data, error } }) =>
    isPaused || data !== undefined || error === null ? false : paceAfter(error, paceMs);
}
