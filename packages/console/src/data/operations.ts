import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { OperationPage, QueryOf } from '@writ/sdk';
import { useState } from 'react';
import { pageOf } from './client.ts';
import { useLive } from './live.ts';
import type { Project } from './project.ts';
import { useReadingOn } from './reading-on.ts';
import { renewed } from './renewed.ts';

/** What a list of operations may be narrowed by, as the API knows it. */
export type OperationFilter = Omit<
  QueryOf<'getOperations'>,
  'ids' | 'newerThan' | 'countOnly' | 'pageSize' | 'pageToken'
>;

const pageSize = 100;
/** As many ids as a request may name. */
const mostIds = 100;
const listPaceMs = 3_000;

type Pages = InfiniteData<OperationPage, string | undefined>;

/**
 * A list of operations, newest first, that stands still while it is read: rows that can be seen follow what becomes of them, and
 * what came since is only counted, until `showNewer`.
 */
export function useOperations({ name, writ }: Project, filter: OperationFilter) {
  const client = useQueryClient();
  const key = [name, 'operations', filter];
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => pageOf(writ.operations.list({ ...filter, pageSize }), pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ pagination }) => pagination.nextPageToken,
    // It changes by what is looked at below, or when the reader asks.
    staleTime: Infinity,
  });
  const pages = list.data?.pages;
  const rows = pages?.flatMap(({ results }) => results);
  const [seen, setSeen] = useState<readonly string[]>([]);
  const running = (rows ?? [])
    .filter(({ id, status }) => status === 'in_progress' && seen.includes(id))
    .map(({ id }) => id);
  const seenLook = useLive({
    key: [...key, 'seen'],
    enabled: running.length > 0,
    every: () => listPaceMs,
    read: async (signal) => {
      const pages = await Promise.all(
        slicesOf(running, mostIds).map((ids) => pageOf(writ.operations.list({ ids, pageSize }, { signal }))),
      );
      const results = pages.flatMap((page) => page.results);
      client.setQueryData<Pages>(key, (before) => renewed(before, results));
      return results.length;
    },
  });
  const newest = rows?.[0]?.id;
  const newer = useLive({
    key: [...key, 'newer', newest],
    enabled: pages !== undefined,
    every: () => listPaceMs,
    read: async (signal) => {
      const asked = { ...filter, newerThan: newest, countOnly: true, pageSize };
      const { count = 0, pagination } = await pageOf(writ.operations.list(asked, { signal }));
      return { count, isAll: pagination.done };
    },
  });
  return {
    ...useReadingOn({
      key,
      list,
      lookedBackTo: pages?.at(-1)?.pagination.lookedBackTo,
      looks: running.length > 0 ? [seenLook, newer] : [newer],
    }),
    rows,
    newerCount: newer.data?.count ?? 0,
    /** There are more than `newerCount`. */
    areMoreNewer: newer.data?.isAll === false,
    setSeen,
  };
}

const slicesOf = <Each>(all: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
