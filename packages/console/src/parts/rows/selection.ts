import { textsParam } from '../filters/params.ts';
import { useParamsOf } from '../filters/use-params.ts';

export type Selection = { ids: ReadonlySet<string>; onChange: (ids: ReadonlySet<string>) => void };

export const toggled = ({ ids }: Selection, id: string): ReadonlySet<string> =>
  ids.has(id) ? new Set([...ids].filter((each) => each !== id)) : new Set([...ids, id]);

/** The address holds the selection; a change of the filters drops it. */
export const selectionParams = { chosen: textsParam };

export function useSelection(): Selection {
  const [{ chosen = [] }, change] = useParamsOf(selectionParams, { isPassing: true });
  return {
    ids: new Set(chosen),
    onChange: (ids) => change({ chosen: ids.size === 0 ? undefined : [...ids] }),
  };
}
