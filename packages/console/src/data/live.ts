import { useQuery, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { WritProblem } from '@writ/sdk';
import { useSyncExternalStore } from 'react';
import { useSilentHost } from './asking.ts';
import { createStore } from './store.ts';

/** Time until the next read, in milliseconds; false: none. */
export type Pace = number | false;

type Live<T> = {
  key: readonly unknown[];
  read: (signal: AbortSignal) => Promise<T>;
  /** By default every 5 s. */
  every?: (last: T | undefined) => Pace;
  enabled?: boolean;
};

/** Reads repeatedly, except in a hidden tab or while paused. After an error it waits as the host asks. */
export function useLive<T>({ key, read, every = () => 5_000, enabled = true }: Live<T>) {
  const isPaused = usePaused();
  const last = useQueryClient().getQueryState<T>(key);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    enabled,
    meta: { isLive: paceAfter(last?.error, every(last?.data)) !== false },
    refetchOnWindowFocus: !isPaused,
    refetchInterval: ({ state }) => (isPaused ? false : paceAfter(state.error, every(state.data))),
  });
}

/**
 * The pace after an error: slower, never before the host allows it, and none if the same request would be
 * refused again.
 */
export function paceAfter(fault: unknown, pace: Pace): Pace {
  if (pace === false || fault === null || fault === undefined) return pace;
  if (!(fault instanceof WritProblem)) return Math.max(pace * 3, 5_000);
  if (fault.status < 500 && !fault.retryable) return false;
  return Math.max(fault.retryAfterMs ?? 0, pace * 3, 5_000);
}

const paused = createStore(false);
export const usePaused = paused.useValue;

const liveQueries = {
  type: 'active',
  predicate: ({ meta }: Query) => meta?.['isLive'] === true,
} as const;

export function setPaused(next: boolean, client: QueryClient): void {
  paused.set(next);
  if (!next) void client.refetchQueries(liveQueries);
}

/**
 * When the last of the page's live reads was done, in milliseconds since 1970; undefined: the page has none.
 */
export const useLastRead = (): number | undefined =>
  useLiveQueries((live) => {
    const times = live.map(({ state }) => state.dataUpdatedAt).filter((ms) => ms > 0);
    if (live.length === 0) return undefined;
    return times.length === 0 ? 0 : Math.min(...times);
  });

export function useCannotRead(): boolean {
  const isSilent = useSilentHost();
  return useLiveQueries((live) => live.some(({ state }) => state.status === 'error')) || isSilent;
}

function useLiveQueries<T extends number | boolean | undefined>(sum: (live: readonly Query[]) => T): T {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => sum(cache.findAll(liveQueries)),
  );
}
