import type { Lane } from '@writ/sdk';
import { useState } from 'react';
import { byTrouble, isInTrouble } from './lane-standing.ts';

type Given = {
  lanes: readonly Lane[];
  /** When they were read, in milliseconds since 1970. */
  readMs: number;
  /** Another list begins anew. */
  list: string;
};

/**
 * Lanes, those that need somebody first. Each keeps its place while it is read, and what is read further comes behind, until
 * somebody has them sorted.
 */
export function useTroubleFirst({ lanes, readMs, list }: Given) {
  const [kept, setKept] = useState<{ list: string; ids: readonly string[] }>({ list, ids: [] });
  const ids = kept.list === list ? kept.ids : [];
  const placed = new Set(ids);
  const sorted = (some: readonly Lane[]) => some.toSorted(byTrouble(readMs));
  const added = lanes.filter(({ id }) => !placed.has(id));
  if (added.length > 0) setKept({ list, ids: [...ids, ...sorted(added).map(({ id }) => id)] });
  const byId = new Map(lanes.map((lane) => [lane.id, lane]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const firstCalm = rows.findIndex((lane) => !isInTrouble(lane));
  return {
    rows,
    /** How many are in trouble and stand behind one that is not. */
    misplaced: firstCalm < 0 ? 0 : rows.slice(firstCalm).filter(isInTrouble).length,
    sort: () => setKept({ list, ids: sorted(lanes).map(({ id }) => id) }),
  };
}
