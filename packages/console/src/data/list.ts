import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { CallOptions, Pages } from '@writ/sdk';
import { useRef, useState } from 'react';
import { pageOf } from './client.ts';
import { paceAfter, useLive, usePaused, type Pace } from './live.ts';

type Page<Row> = {
  results: readonly Row[];
  pagination: { nextPageToken?: string; lookedBackTo?: string };
};

const paceMs = 3_000;
const quietPaceMs = 10_000;
const quietAfterMs = 60_000;

/** For `usePages`: a list is read again after `everyMs`, and less often the more pages it has. */
export const paceByPages =
  (everyMs: number, pageSize: number) =>
  (rowCount: number): number =>
    everyMs * Math.max(1, rowCount / pageSize);

/**
 * A list that is read page by page and then stands still. `every`: time until all its pages are read again,
 * by the number of rows.
 */
export function usePages<Row>(
  key: readonly unknown[],
  read: (pageToken: string | undefined, signal: AbortSignal) => Promise<Page<Row>>,
  every?: (rowCount: number) => number,
) {
  const client = useQueryClient();
  const isPaused = usePaused();
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextPageToken,
    ...(every ? { meta: { isLive: true }, refetchOnWindowFocus: !isPaused } : { staleTime: Infinity }),
    refetchInterval: ({ state: { data, error } }): Pace => {
      if (isPaused) return false;
      if (every) return paceAfter(error, every(rowsOf(data)?.length ?? 0));
      return data === undefined && error !== null ? paceAfter(error, paceMs) : false;
    },
  });
  // Kept apart from the list's own error, which the next look overwrites.
  const further = useMutation({
    mutationKey: [...key, 'further'],
    mutationFn: () => list.fetchNextPage({ throwOnError: true }),
  });
  const restart = () => {
    further.reset();
    return client.resetQueries({ queryKey: key, exact: true });
  };
  const lookedBackTo = list.data?.pages.at(-1)?.pagination.lookedBackTo;
  return {
    rows: rowsOf(list.data),
    readMs: list.dataUpdatedAt,
    error: list.isFetchNextPageError ? null : list.error,
    retry: () => void (list.data === undefined ? restart() : list.refetch()),
    restart,
    hasMore: list.hasNextPage,
    /** Whether the next page is read when its end is seen: not after an error or a long search in vain. */
    goesOn:
      list.hasNextPage &&
      !list.isFetching &&
      !further.isPending &&
      further.error === null &&
      lookedBackTo === undefined,
    isReadingMore: further.isPending,
    readMoreError: further.error,
    readMore: () => further.mutate(),
    /** How far the last page looked, if it stopped before it was full. */
    lookedBackTo,
  };
}

const rowsOf = <Row>(data: InfiniteData<Page<Row>> | undefined): Row[] | undefined =>
  data?.pages.flatMap(({ results }) => results);

/** Ids grow with the time of creation. */
type Entry = { id: string } & ({ createTime: string } | { time: string });

type Given<Row extends Entry> = {
  /** Begins with the project's name, and holds the filter. */
  key: readonly unknown[];
  list: (asked: { pageSize: number; since?: string }, options: CallOptions) => Pages<Row, Page<Row>>;
  since?: string | undefined;
  /** Which rows may still change, and how they are read again. */
  open?: { is: (row: Row) => boolean; read: (ids: readonly string[], signal: AbortSignal) => Promise<Row[]> };
};

const pageSize = 100;
/** Rows of about the same time may come in another order than their ids. */
const marginMs = 5_000;

/**
 * A list, newest first, that never moves what is being read: visible rows follow their changes, and newer
 * rows are only counted until `showNewer`. It slows down when nothing changes for a minute.
 */
export function useList<Row extends Entry>({ key, list, since, open }: Given<Row>) {
  const client = useQueryClient();
  const pages = usePages<Row>(key, (pageToken, signal) => pageOf(list({ pageSize }, { signal }), pageToken));
  const [seen, setSeen] = useState<readonly string[]>([]);
  const last = useRef({ told: '', atMs: Date.now() });
  const { rows = [], restart, ...others } = pages;
  const newest = rows[0];
  const changing = rows.filter((row) => open?.is(row) && seen.includes(row.id)).map(({ id }) => id);
  const look = useLive({
    key: [...key, 'look', newest?.id],
    enabled: pages.rows !== undefined,
    every: () => (Date.now() - last.current.atMs < quietAfterMs ? paceMs : quietPaceMs),
    read: async (signal) => {
      const [{ results }, again = []] = await Promise.all([
        pageOf(list({ pageSize, ...sinceOf(newest, since) }, { signal })),
        changing.length > 0 ? open?.read(changing, signal) : undefined,
      ]);
      const told = JSON.stringify([results, again]);
      if (told !== last.current.told) {
        last.current = { told, atMs: Date.now() };
        const read = new Map([...results, ...again].map((row) => [row.id, row]));
        client.setQueryData<InfiniteData<Page<Row>>>(key, (before) => before && withRows(before, read));
      }
      return results.filter(({ id }) => newest === undefined || id > newest.id).length;
    },
  });
  return {
    ...others,
    rows: pages.rows,
    error: pages.error ?? look.error,
    retry: () => (pages.error ? pages.retry() : void look.refetch()),
    newerCount: look.data ?? 0,
    areMoreNewer: look.data === pageSize,
    showNewer: restart,
    setSeen,
  };
}

const withRows = <Row extends Entry>(before: InfiniteData<Page<Row>>, read: ReadonlyMap<string, Row>) => ({
  ...before,
  pages: before.pages.map((page) => ({
    ...page,
    results: page.results.map((row) => read.get(row.id) ?? row),
  })),
});

/** From when on a row may be newer than this one, within the filter. */
function sinceOf(newest: Entry | undefined, since: string | undefined): { since?: string } {
  const ms = Math.max(newest ? madeMs(newest) - marginMs : 0, since ? Date.parse(since) : 0);
  return ms === 0 ? {} : { since: new Date(ms).toISOString() };
}

const madeMs = (entry: Entry): number => Date.parse('createTime' in entry ? entry.createTime : entry.time);
