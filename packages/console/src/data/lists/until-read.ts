import { paceAfter, usePaused, type Pace } from '../live.ts';

const paceMs = 3_000;

type Query = { state: { data: unknown; error: Error | null } };

/** When a list that could not be read at all is read again by itself: not while the reader has paused that. */
export function useUntilRead(): (query: Query) => Pace {
  const isPaused = usePaused();
  return ({ state: { data, error } }) =>
    isPaused || data !== undefined || error === null ? false : paceAfter(error, paceMs);
}
