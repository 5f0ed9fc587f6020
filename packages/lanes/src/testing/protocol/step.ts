import type { Move as MoveTo } from './search.ts';
import type { Rows, State, World } from './state.ts';

/** An attempt of a unit. */
export type OfUnit = { unit: number; attempt: number };

/** What the provider does with a call; without an answer it has written all of it, or nothing. */
export type ProviderStep =
  | 'provider writes'
  | 'provider writes one and refuses the others'
  | 'provider refuses'
  | 'provider refuses for one that it does not name'
  | 'provider writes without an answer'
  | 'call breaks off';

/** One thing that happens, by the name of the function that does it. */
export type Step =
  | { do: 'acceptOperations' | 'commit' | 'rollback'; acceptance: number }
  | { do: 'claimOperations'; worker: number; lanes: readonly number[]; limit: number }
  | {
      do: 'unclaimOperations' | 'renewOperations' | 'perform' | ProviderStep;
      worker: number;
      held: readonly OfUnit[];
    }
  | { do: 'settleOperations'; worker: number; held: readonly OfUnit[]; answered: boolean }
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
  'a call that sends what has lost its lease',
  'a settlement of a whole call of which one lease lives',
  'a lost answer that is taken for a refusal',
  'a settlement that forgets the doubt',
  'giving back twice',
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

/** All sets of these, but the empty one. */
export function subsets(members: readonly number[]): number[][] {
  const [head, ...tail] = members;
  if (head === undefined) return [];
  const others = subsets(tail);
  return [[head], ...others, ...others.map((set) => [head, ...set])];
}
