import { useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { WritProblem, type Pages } from '@writ/sdk';
import { useState } from 'react';
import { pageOf } from '../client.ts';
import { inPassing, useLive } from '../live.ts';
import { usePageByPage } from './page-by-page.ts';
import { useReadingOn } from './reading-on.ts';
import { renewed } from './renewed.ts';

/** An entry of a list that is ordered by when its entries were made; ids grow with that. */
type Entry = { id: string; createTime: string };
type Page<Row> = {
  results: readonly Row[];
  pagination: { nextPageToken?: string; lookedBackTo?: string };
};

type Given<Row extends Entry> = {
  /** Begins with the project's name; holds the filter. */
  key: readonly unknown[];
  list: (
    query: { pageSize: number; since?: string },
    options?: { signal: AbortSignal; headers: Readonly<Record<string, string>> },
  ) => Pages<Row, Page<Row>>;
  /** From when on the filter looks. */
  since?: string | undefined;
  /** Of rows that change: whether one still may, and how it stands now. */
  open?: { is: (row: Row) => boolean; read: (id: string, signal: AbortSignal) => Promise<Row> };
};

const pageSize = 50;
const listPaceMs = 3_000;
const rowPaceMs = 400;
/** What was made at about the same time may be seen in another order than that of its ids. */
const marginMs = 5_000;
/** As many rows as a window shows. */
const mostRead = 25;

/**
 * A list, newest first, that stands still while it is read: rows that can be seen follow what becomes of them, and what came
 * since is only counted, until `showNewer`.
 */
export function useGrowingList<Row extends Entry>({ key, list, since, open }: Given<Row>) {
  const client = useQueryClient();
  const found = usePageByPage(key, ({ pageParam }) => pageOf(list({ pageSize }), pageParam));
  const { pages, rows } = found;
  const [seen, setSeen] = useState<readonly string[]>([]);
  const changing = (rows ?? [])
    .filter((row) => open?.is(row) && seen.includes(row.id))
    .slice(0, mostRead)
    .map(({ id }) => id);
  const rowOf = async (id: string, signal: AbortSignal) => open?.read(id, signal).catch(unlessGone);
  const seenLook = useLive({
    key: [...key, 'seen'],
    enabled: open !== undefined && changing.length > 0,
    // Each is a request of its own.
    every: () => Math.max(listPaceMs, changing.length * rowPaceMs),
    read: async (signal) => {
      const read = await Promise.all(changing.map((id) => rowOf(id, signal)));
      const kept = read.filter((row) => row !== undefined);
      client.setQueryData<InfiniteData<Page<Row>>>(key, (before) =>
        renewed<Row, Page<Row>, unknown>(before, kept),
      );
      return kept.length;
    },
  });
  const newest = rows?.[0];
  const newer = useLive({
    key: [...key, 'newer', newest?.id],
    enabled: pages !== undefined,
    every: () => listPaceMs,
    read: async (signal) => {
      const { results } = await pageOf(list({ pageSize, ...sinceOf(newest, since) }, inPassing(signal)));
      return results.filter(({ id }) => newest === undefined || id > newest.id).length;
    },
  });
  return {
    ...useReadingOn({
      key,
      list: found.list,
      lookedBackTo: pages?.at(-1)?.pagination.lookedBackTo,
      looks: changing.length > 0 ? [seenLook, newer] : [newer],
    }),
    rows,
    newerCount: newer.data ?? 0,
    /** There are more than `newerCount`. */
    areMoreNewer: newer.data === pageSize,
    setSeen,
  };
}

/** A row that is kept no longer stays as it was read last. */
function unlessGone(fault: unknown): undefined {
  if (!(fault instanceof WritProblem && fault.status === 404)) throw fault;
}

/** From when on something may be newer than a row, within what the filter asks for. */
function sinceOf(newest: Entry | undefined, since: string | undefined): { since?: string } {
  const fromMs = newest ? Date.parse(newest.createTime) - marginMs : 0;
  const askedMs = since === undefined ? 0 : Date.parse(since);
  const ms = Math.max(fromMs, askedMs);
  return ms === 0 ? {} : { since: new Date(ms).toISOString() };
}
