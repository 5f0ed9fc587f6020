import {
  useQuery,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { WritProblem } from '@writ/sdk';
import { useSyncExternalStore } from 'react';
import { useSilentHost } from './asking.ts';
import { createFlag } from './flag.ts';

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
    refetchOnWindowFocus: !isPaused,
    refetchInterval: ({ state }) => (isPaused ? false : paceAfter(state.error, every(state.data))),
  });
}

/** How a look is sent that the reader does not wait for: the host answers such ones in rounds, which costs it less. */
export const inPassing = (signal: AbortSignal) => ({ signal, headers: { Prefer: 'wait=1' } });

/** After a fault the next look comes later than usual, and never before the host wants it; none where it would be refused again. */
export function paceAfter(fault: unknown, pace: Pace): Pace {
  if (pace === false || fault === null || fault === undefined) return pace;
  if (fault instanceof WritProblem && isLasting(fault)) return false;
  const asked = fault instanceof WritProblem ? (fault.retryAfterMs ?? 0) : 0;
  return Math.max(asked, pace * 3, 5_000);
}

const isLasting = ({ status, retryable }: WritProblem): boolean => status < 500 && !retryable;

const paused = createFlag();

/** Stops or resumes what reads by itself, on all pages. */
export function setPaused(next: boolean, client: QueryClient): void {
  paused.set(next);
  if (!next)
    void client.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.['isLive'] === true });
}

export const usePaused = paused.useFlag;

/** Since when all that this page reads by itself has been read, in milliseconds since 1970; undefined where nothing reads by itself. */
export const useLastRead = (): number | undefined =>
  useOfLive((live) => {
    const times = live.map(({ state }) => state.dataUpdatedAt).filter((ms) => ms > 0);
    if (live.length === 0) return undefined;
    return times.length === 0 ? 0 : Math.min(...times);
  });

/** Whether something that this page reads by itself could not be read the last time, or the host does not answer now. */
export function useCannotRead(): boolean {
  const isSilent = useSilentHost();
  return useOfLive((live) => live.some(({ state }) => state.status === 'error')) || isSilent;
}

function useOfLive<T extends number | boolean | undefined>(tell: (live: readonly Query[]) => T): T {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => tell(cache.findAll({ type: 'active', predicate: ({ meta }) => meta?.['isLive'] === true })),
  );
}
