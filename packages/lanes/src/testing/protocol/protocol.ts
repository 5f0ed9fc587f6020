import { acceptanceMoves, momentOf, restMoves } from './lane-moves.ts';
import { mishapMoves, timeMoves } from './other-moves.ts';
import type { Machine } from './search.ts';
import { keyOf, leaseEnd, never, now, startOf, type State, type Unit, type World } from './state.ts';
import type { Given, Move, OfUnit, Step } from './step.ts';
import { callMoves, callsHeld, claimMoves } from './unit-moves.ts';

/** The protocol in a small world, perhaps with a fault. */
export const protocol = (given: Given): Machine<State, Step> => ({
  start: startOf(given.world),
  key: keyOf,
  next: (state) => [
    ...given.world.acceptances.flatMap((_, acceptance) => acceptanceMoves(given, state, acceptance)),
    ...state.workers.flatMap((holds, worker) => [
      ...claimMoves(given, state, worker),
      ...callsHeld(holds).flatMap((call) => callMoves({ given, state, worker, call })),
    ]),
    ...restMoves(given, state),
    ...timeMoves(state),
    ...mishapMoves(state),
  ],
  fault: (before, move) => wrongWithUnits(before, move) ?? wrongWithLanes(given.world, move.to),
  isDone: ({ rows, acceptances, rest }) =>
    !rest &&
    rows.units.every(({ stored, ended }) => !stored || ended) &&
    acceptances.every(({ stage }) => stage !== 'open'),
});

function wrongWithUnits(before: State, { step, to }: Move): string | undefined {
  if (before.rows.units.some((unit, at) => unit.ended && !to.rows.units[at]!.ended)) return 'an end was left';
  if (step.do === 'claimOperations' && isHeldTwice(to)) return 'two workers hold the same attempt';
  if (step.do === 'perform' && step.held.some(({ unit }) => before.rows.units[unit]!.ended))
    return 'a unit is begun that has ended';
  const isWritten = writing.some((how) => how === step.do);
  return isWritten && 'held' in step && step.held.some((one) => isWrongWrite(before, step.worker, one))
    ? 'a unit is written twice, and nobody was told of the doubt'
    : undefined;
}

const writing = [
  'provider writes',
  'provider writes one and refuses the others',
  'provider writes without an answer',
] as const;

const isHeldTwice = ({ workers }: State): boolean => {
  const attempts = workers.flat().map(({ unit, attempt }) => `${unit}.${attempt}`);
  return new Set(attempts).size < attempts.length;
};

/** Each attempt after the first that writes a unit must know that one before may have written. */
function isWrongWrite({ workers, written }: State, worker: number, { unit, attempt }: OfUnit): boolean {
  const before = written[unit]!;
  if (before.attempt === 0) return false;
  const hold = workers[worker]!.find((one) => one.unit === unit && one.attempt === attempt);
  return attempt === before.attempt || !(attempt < before.attempt ? before.doubted : hold?.inDoubt);
}

/** A row is never later than its first unit, except for the lease of a unit that was settled or returned since. */
const wrongWithLanes = ({ laneOf }: World, { rows }: State): string | undefined =>
  rows.units.some((unit, at) => isMissed(unit, at, rows.lanes[laneOf[at]!]!))
    ? 'the row of a lane says later than a unit is due'
    : undefined;

function isMissed(unit: Unit, at: number, row: number): boolean {
  const moment = momentOf(unit, at);
  return moment !== never && row !== now && (row & (moment | leaseEnd(at))) === 0;
}
