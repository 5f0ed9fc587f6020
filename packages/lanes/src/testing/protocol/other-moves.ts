import { closedAs } from './lane-moves.ts';
import {
  leaseEnd,
  mayGoWrong,
  nextTry,
  now,
  type Hold,
  type Moments,
  type Rows,
  type State,
  type Unit,
} from './state.ts';
import { changed, durable, placed, type Move, type Step } from './step.ts';
import { wentWrong } from './unit-moves.ts';

/** Leases end, and retries come. A row may name the lease of a unit that was settled or returned since. */
export const timeMoves = (state: State): Move[] =>
  state.rows.units.flatMap((unit, at): Move[] => {
    const isNamed = state.rows.lanes.some((row) => (row & leaseEnd(at)) !== 0);
    const moves: Move[] = [];
    if (unit.waits) {
      const to = come(state, nextTry(at), at, { waits: false });
      moves.push({ step: { do: 'next try comes', unit: at }, sure: true, to });
    }
    const isKept = state.workers.flat().some((hold) => isOfLease(hold, at, unit) && !hold.late);
    const step: Step = { do: 'lease ends', unit: at };
    if (!unit.leased) {
      if (isNamed) moves.push({ step, sure: true, to: come(state, leaseEnd(at), at, {}) });
    } else if (!isKept) moves.push({ step, sure: true, to: leaseEnded(state, at) });
    // A living process renews its leases, a frozen one does not.
    else if (mayGoWrong(state, 'freeze'))
      moves.push({ step, sure: false, to: leaseEnded(wentWrong(state, 'freeze'), at) });
    return moves;
  });

const isOfLease = (hold: Hold, unit: number, { attempt }: Unit): boolean =>
  hold.unit === unit && hold.attempt === attempt;

function leaseEnded(state: State, unit: number): State {
  const row = state.rows.units[unit]!;
  const workers = state.workers.map((holds) =>
    holds.map((hold) => (isOfLease(hold, unit, row) ? { ...hold, late: true } : hold)),
  );
  return { ...come(state, leaseEnd(unit), unit, { leased: false }), workers };
}

/** A moment comes for all that hold it: the unit, lanes' rows, those on disk, and what a drain has read. */
function come(state: State, moment: Moments, unit: number, change: Partial<Unit>): State {
  const passed = (moments: Moments): Moments => ((moments & moment) === 0 ? moments : now);
  const inRows = ({ units, lanes }: Rows): Rows => ({
    units: changed(units, unit, change),
    lanes: lanes.map(passed),
  });
  const { rest, disk } = state;
  const rows = inRows(state.rows);
  return {
    ...state,
    rows,
    disk: disk === state.rows ? rows : inRows(disk),
    rest: rest?.read ? { free: rest.free, read: rest.read.map(passed) } : rest,
  };
}

/** A dead worker's transaction breaks off by itself. */
export function mishapMoves(state: State): Move[] {
  const { workers, rows, disk, acceptances } = state;
  const moves: Move[] = [];
  if (mayGoWrong(state, 'death'))
    for (const [worker, holds] of workers.entries())
      if (holds.length > 0) {
        const to = wentWrong({ ...state, workers: placed(workers, worker, []) }, 'death');
        moves.push({ step: { do: 'worker dies', worker }, sure: false, to });
      }
  if (mayGoWrong(state, 'crash')) {
    const crashed: State = {
      ...durable(state, disk),
      acceptances: acceptances.map((one) => (one.stage === 'open' ? closedAs('undone') : one)),
      rest: undefined,
    };
    moves.push({ step: { do: 'database crashes' }, sure: false, to: wentWrong(crashed, 'crash') });
    if (disk !== rows) moves.push({ step: { do: 'disk catches up' }, sure: false, to: durable(state, rows) });
  }
  return moves;
}
