import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Operation, OperationPage, QueryOf } from '@writ/sdk';
import { useRef, useState } from 'react';
import { pageOf } from '../client.ts';
import { inPassing, useLive } from '../live.ts';
import type { Project } from '../project.ts';
import { usePageByPage } from '../lists/page-by-page.ts';
import { useReadingOn } from '../lists/reading-on.ts';
import { renewed } from '../lists/renewed.ts';

/** What a list of operations may be narrowed by, as the API knows it. */
export type OperationFilter = Omit<
  QueryOf<'getOperations'>,
  'ids' | 'newerThan' | 'countOnly' | 'shownIds' | 'shownVersion' | 'pageSize' | 'pageToken'
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
  const key = [name, 'operations', filter];
  const { list, pages, rows } = usePageByPage(key, ({ pageParam }) =>
    pageOf(writ.operations.list({ ...filter, pageSize }), pageParam),
  );
  const [seen, setSeen] = useState<readonly string[]>([]);
  const changing = (rows ?? []).filter((row) => mayChange(row) && seen.includes(row.id)).map(({ id }) => id);
  const newest = rows?.[0]?.id;
  const readShown = useShown(writ, key);
  const look = useLive({
    key: [...key, 'look', newest],
    enabled: pages !== undefined,
    every: () => listPaceMs,
    read: (signal) =>
      readShown(
        changing,
        { ...filter, ...(newest && { newerThan: newest }), countOnly: true, pageSize },
        signal,
      ),
  });
  return {
    ...useReadingOn({
      key,
      list,
      lookedBackTo: pages?.at(-1)?.pagination.lookedBackTo,
      looks: [look],
    }),
    rows,
    newerCount: look.data?.count ?? 0,
    /** There are more than `newerCount`. */
    areMoreNewer: look.data?.isAll === false,
    setSeen,
  };
}

/** Whether it may be told otherwise later: what failed, where somebody retries it. */
export const mayChange = ({ status, metadata: { mode, failed }, retriedAs }: Operation): boolean =>
  status === 'in_progress' || (mode === 'asynchronous' && failed > 0 && retriedAs === undefined);

type Read = { pages: Pages | undefined; versions: readonly (string | undefined)[] };

/**
 * Reads anew how rows of a list stand, and gives how many others are asked for. They are sent only where something of them has
 * changed since, or the list has been read otherwise meanwhile, perhaps as it stood before.
 */
function useShown(writ: Project['writ'], key: readonly unknown[]) {
  const client = useQueryClient();
  const last = useRef<Read>(undefined);
  const pagesNow = () => client.getQueryData<Pages>(key);
  return async (ids: readonly string[], asked: QueryOf<'getOperations'>, signal: AbortSignal) => {
    const before = pagesNow();
    const known = last.current?.pages === before ? last.current?.versions : undefined;
    const answers = await Promise.all(
      slicesOf(ids, mostIds).map((shownIds, at) => {
        const shownVersion = shownIds.length > 0 ? known?.[at] : undefined;
        return pageOf(writ.operations.list({ ...asked, shownIds, shownVersion }, inPassing(signal)));
      }),
    );
    const isUndisturbed = pagesNow() === before;
    const read = answers.flatMap(({ results }) => results);
    if (read.length > 0) client.setQueryData<Pages>(key, (pages) => renewed(pages, read));
    const versions = answers.map(({ version }) => version);
    last.current = isUndisturbed ? { pages: pagesNow(), versions } : undefined;
    return { count: answers[0]?.count ?? 0, isAll: answers[0]?.pagination.done };
  };
}

/** At least one, which may be empty. */
const slicesOf = <Each>(all: readonly Each[], size: number): Each[][] =>
  Array.from({ length: Math.max(1, Math.ceil(all.length / size)) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
