import type { Move as MoveTo } from './search.ts';
import type { Rows, State, Unit, World } from './state.ts';

/** One thing that happens, by the name of the function that does it. */
export type Step =
  | { do: 'acceptOperations' | 'commit' | 'rollback'; acceptance: number }
  | { do: 'claimOperations'; worker: number; lanes: readonly number[]; limit: number }
  | {
      do: 'unclaimOperations' | 'renewOperations' | 'perform' | 'provider writes' | 'provider refuses';
      worker: number;
      unit: number;
      attempt: number;
    }
  | { do: 'settleOperations'; worker: number; unit: number; attempt: number; answered: boolean }
  | { do: 'restLanes locks'; lanes: readonly number[] }
  | { do: 'nextDueAt' | 'restLanes commits' | 'restLanes breaks off' }
  | { do: 'lease ends' | 'next try comes'; unit: number }
  | { do: 'worker dies'; worker: number }
  | { do: 'disk catches up' | 'database crashes' };

export type Move = MoveTo<State, Step>;

/** Ways in which the protocol could be wrong. */
export const faults = [
  'a settlement without the fence',
  'a claim that is not durable',
  'a claim that forgets the doubt',
  'a claim of what is leased',
  'an attempt that does not look at its lease',
  'an end of a slice without the lock',
  'an end of a slice that reads before it locks',
  'a touch that does not wait for the end of a slice',
  'no sweep',
] as const;

/** The world, and what is wrong with the protocol in it, if anything. */
export type Given = { world: World; fault?: (typeof faults)[number] | undefined };

/** The list with one of its members changed. */
export const changed = <T>(list: readonly T[], place: number, change: Partial<T>): T[] =>
  list.map((one, at) => (at === place ? { ...one, ...change } : one));

/** The list with another member at a place. */
export const placed = <T>(list: readonly T[], place: number, other: T): T[] =>
  list.map((one, at) => (at === place ? other : one));

/** A commit that has waited for the disk: all that was committed before is there, too. */
export const durable = (state: State, rows: Rows): State => ({ ...state, rows, disk: rows });

export const unitChanged = ({ units, lanes }: Rows, unit: number, change: Partial<Unit>): Rows => ({
  units: changed(units, unit, change),
  lanes,
});

/** All sets of these, but the empty one. */
export function subsets(members: readonly number[]): number[][] {
  const [head, ...tail] = members;
  if (head === undefined) return [];
  const others = subsets(tail);
  return [[head], ...others, ...others.map((set) => [head, ...set])];
}
