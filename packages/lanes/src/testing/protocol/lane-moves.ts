import {
  first,
  has,
  lanesOf,
  leaseEnd,
  never,
  nextTry,
  now,
  setOf,
  type Acceptance,
  type Moments,
  type Rest,
  type Rows,
  type State,
  type Unit,
} from './state.ts';
import { durable, placed, subsets, type Given, type Move } from './step.ts';

/** Units and due lanes become visible by the commit. */
export function acceptanceMoves(given: Given, state: State, acceptance: number): Move[] {
  const units = given.world.acceptances[acceptance]!;
  const { stage, written } = state.acceptances[acceptance]!;
  const become = (from: State, next: Acceptance): State => ({
    ...from,
    acceptances: placed(from.acceptances, acceptance, next),
  });
  if (stage === 'none') {
    const lanes = [...new Set(units.map((unit) => given.world.laneOf[unit]!))];
    if (!lanes.every((lane) => mayTouch(given, state, lane))) return [];
    const resting = lanes.filter((lane) => state.rows.lanes[lane] !== now);
    const to = become(state, { stage: 'open', touched: setOf(lanes), written: setOf(resting) });
    return [{ step: { do: 'acceptOperations', acceptance }, sure: false, to }];
  }
  if (stage !== 'open') return [];
  const rows: Rows = {
    units: state.rows.units.map((unit, at) => (units.includes(at) ? { ...unit, stored: true } : unit)),
    lanes: state.rows.lanes.map((moments, lane) => (has(written, lane) ? now : moments)),
  };
  const committed = become(durable(state, rows), closedAs('committed'));
  return [
    { step: { do: 'commit', acceptance }, sure: true, to: committed },
    { step: { do: 'rollback', acceptance }, sure: false, to: become(state, closedAs('undone')) },
  ];
}

export const closedAs = (stage: Acceptance['stage']): Acceptance => ({ stage, touched: 0, written: 0 });

/**
 * A due row is locked `FOR KEY SHARE`, which only a resting drain's `FOR UPDATE` excludes; other rows are written, by
 * one transaction at a time.
 */
function mayTouch({ fault }: Given, { rows, rest, acceptances }: State, lane: number): boolean {
  const isDue = rows.lanes[lane] === now;
  const waits =
    fault !== 'an end of a slice without the lock' &&
    !(isDue && fault === 'a touch that does not wait for the end of a slice');
  if (waits && rest && has(rest.free, lane)) return false;
  return isDue || !acceptances.some(({ written }) => has(written, lane));
}

/**
 * Ends slices of many lanes in one transaction: locks free rows, reads units, updates rows. One at a time: two never
 * have the same lane.
 */
export function restMoves({ world, fault }: Given, state: State): Move[] {
  const { rest } = state;
  const withRest = (next: Rest | undefined, from = state): State => ({ ...from, rest: next });
  const read = lanesOf(world).map((lane) => dueIn(world.laneOf, state.rows, lane));
  if (!rest && fault === 'an end of a slice that reads before it locks')
    return [{ step: { do: 'nextDueAt' }, sure: false, to: withRest({ free: 0, read }) }];
  if (!rest || rest.free === 0)
    return subsets(lanesOf(world).filter((lane) => isFree(fault, state, lane))).map((lanes) => ({
      step: { do: 'restLanes locks', lanes },
      sure: rest !== undefined,
      to: withRest({ ...rest, free: setOf(lanes) }),
    }));
  const broken: Move = { step: { do: 'restLanes breaks off' }, sure: false, to: withRest(undefined) };
  const { free, read: had } = rest;
  if (!had) {
    const told = read.map((moments, lane) => (has(free, lane) ? moments : never));
    return [broken, { step: { do: 'nextDueAt' }, sure: true, to: withRest({ free, read: told }) }];
  }
  const lanes = state.rows.lanes.map((moments, lane) => (has(free, lane) ? had[lane]! : moments));
  // It does not wait for the disk.
  const told: State = { ...state, rows: { units: state.rows.units, lanes } };
  return [broken, { step: { do: 'restLanes commits' }, sure: true, to: withRest(undefined, told) }];
}

/** Any lock makes `FOR UPDATE SKIP LOCKED` skip the row. */
const isFree = (fault: Given['fault'], { acceptances }: State, lane: number): boolean =>
  fault === 'an end of a slice without the lock' || !acceptances.some(({ touched }) => has(touched, lane));

const dueIn = (laneOf: readonly number[], { units }: Rows, lane: number): Moments =>
  first(units.reduce((all, unit, at) => (laneOf[at] === lane ? all | momentOf(unit, at) : all), never));

/** When a unit can be claimed next. */
export function momentOf({ stored, ended, leased, waits }: Unit, unit: number): Moments {
  if (!stored || ended) return never;
  if (leased) return leaseEnd(unit);
  return waits ? nextTry(unit) : now;
}
