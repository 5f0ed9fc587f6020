import { textsParam } from '../filters/params.ts';
import { useParamsOf } from '../filters/use-params.ts';
import type { Selection } from './column.ts';

/** What the address holds of chosen rows: whatever changes which rows there are drops it. */
export const selectionParams = { chosen: textsParam };

/** The rows that are chosen, which the address holds. */
export function useSelection(): Selection {
  const [{ chosen = [] }, change] = useParamsOf(selectionParams, { isPassing: true });
  return {
    keys: new Set(chosen),
    onChange: (keys) => change({ chosen: keys.size === 0 ? undefined : [...keys] }),
  };
}
