import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { WritProblem } from '@writ/sdk';
import { useSyncExternalStore } from 'react';

/** How long to wait until the next look, in milliseconds; false: no further one. */
export type Pace = number | false;

type Live<T> = {
  key: readonly unknown[];
  read: (signal: AbortSignal) => Promise<T>;
  /** Told what was read last. */
  every: (last: T | undefined) => Pace;
  enabled?: boolean;
};

/**
 * Reads again and again, as the page's pace says: not in a hidden tab, not while the reader has paused it, and after a refusal not
 * before the host asks for it.
 */
export function useLive<T>({ key, read, every, enabled = true }: Live<T>): UseQueryResult<T> {
  const isPaused = usePaused();
  const last = useQueryClient().getQueryState<T>(key);
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read(signal),
    enabled,
    // What is read no more is not live.
    meta: { isLive: paceAfter(last?.error, every(last?.data)) !== false },
    refetchInterval: ({ state }) => (isPaused ? false : paceAfter(state.error, every(state.data))),
  });
}

/** After a fault the next look comes later than usual, and never before the host wants it; none where it would be refused again. */
export function paceAfter(fault: unknown, pace: Pace): Pace {
  if (pace === false || fault === null || fault === undefined) return pace;
  if (fault instanceof WritProblem && isLasting(fault)) return false;
  const asked = fault instanceof WritProblem ? (fault.retryAfterMs ?? 0) : 0;
  return Math.max(asked, pace * 3, 5_000);
}

const isLasting = ({ status, retryable }: WritProblem): boolean => status < 500 && !retryable;

let paused = false;
const listeners = new Set<() => void>();

/** Stops or resumes what reads by itself, on all pages. */
export function setPaused(next: boolean, client: QueryClient): void {
  paused = next;
  for (const tell of listeners) tell();
  if (!next)
    void client.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.['isLive'] === true });
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

export const usePaused = (): boolean => useSyncExternalStore(subscribe, () => paused);

/** When something on this page was read last, in milliseconds since 1970; undefined where nothing reads by itself. */
export function useLastRead(): number | undefined {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const newest = () => {
    const live = cache.findAll({ type: 'active', predicate: ({ meta }) => meta?.['isLive'] === true });
    return live.length === 0 ? undefined : Math.max(...live.map(({ state }) => state.dataUpdatedAt));
  };
  return useSyncExternalStore((tell) => cache.subscribe(tell), newest);
}
