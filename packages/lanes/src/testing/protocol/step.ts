import type { Move as MoveTo } from './search.ts';
import type { Rows, State, World } from './state.ts';

export type OfUnit = { unit: number; attempt: number };

/** Without an answer it has written all or nothing. */
export type ProviderStep =
  | 'provider writes'
  | 'provider writes one and refuses the others'
  | 'provider refuses'
  | 'provider refuses for one that it does not name'
  | 'provider writes without an answer'
  | 'call breaks off';

/** Named after the function that does it. */
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

/** Errors to plant into the protocol. */
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

export type Given = { world: World; fault?: (typeof faults)[number] | undefined };

export const changed = <T>(list: readonly T[], place: number, change: Partial<T>): T[] =>
  list.map((one, at) => (at === place ? { ...one, ...change } : one));

export const placed = <T>(list: readonly T[], place: number, other: T): T[] =>
  list.map((one, at) => (at === place ? other : one));

/** A commit that waited for the disk brings all earlier ones there. */
export const durable = (state: State, rows: Rows): State => ({ ...state, rows, disk: rows });

/** Without the empty set. */
export function subsets(members: readonly number[]): number[][] {
  const [head, ...tail] = members;
  if (head === undefined) return [];
  const others = subsets(tail);
  return [[head], ...others, ...others.map((set) => [head, ...set])];
}
