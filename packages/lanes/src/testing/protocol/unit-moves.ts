import { lanesOf, mayGoWrong, now, type Hold, type Rows, type State, type Unit } from './state.ts';
import { changed, durable, placed, subsets, unitChanged, type Given, type Move } from './step.ts';

const isDue = ({ stored, ended, leased, waits }: Unit): boolean => stored && !ended && !leased && !waits;

/**
 * Many lanes in one commit, of each the same number of units at most. A wake-up may come at any moment, rightly or not;
 * only that of the sweep is sure to come.
 */
export function claimMoves({ world, fault }: Given, state: State, worker: number): Move[] {
  const mayTake = (unit: Unit): boolean =>
    isDue(unit) || (fault === 'a claim of what is leased' && isDue({ ...unit, leased: false }));
  const due = lanesOf(world).map((lane) =>
    state.rows.units.flatMap((unit, at) => (world.laneOf[at] === lane && mayTake(unit) ? [at] : [])),
  );
  return subsets(lanesOf(world).filter((lane) => due[lane]!.length > 0)).flatMap((lanes) =>
    [...Array(Math.max(...lanes.map((lane) => due[lane]!.length))).keys()].map((fewer): Move => {
      const limit = fewer + 1;
      const taken = lanes.flatMap((lane) => due[lane]!.slice(0, limit));
      return {
        step: { do: 'claimOperations', worker, lanes, limit },
        sure: fault !== 'no sweep' && lanes.every((lane) => state.rows.lanes[lane] === now),
        to: claimed(fault, state, worker, taken),
      };
    }),
  );
}

function claimed(fault: Given['fault'], state: State, worker: number, taken: readonly number[]): State {
  const { units, lanes } = state.rows;
  const rows: Rows = {
    units: units.map((unit, at) =>
      taken.includes(at) ? { ...unit, attempt: unit.attempt + 1, claimed: true, leased: true } : unit,
    ),
    lanes,
  };
  const holds = taken.map((unit): Hold => ({
    unit,
    attempt: rows.units[unit]!.attempt,
    inDoubt: fault !== 'a claim that forgets the doubt' && units[unit]!.claimed,
    late: false,
    stage: 'waiting',
  }));
  return {
    ...(fault === 'a claim that is not durable' ? { ...state, rows } : durable(state, rows)),
    workers: placed(state.workers, worker, [...state.workers[worker]!, ...holds]),
  };
}

/** What a worker may do with a unit that it holds. */
export function holdMoves({ fault }: Given, state: State, worker: number, hold: Hold): Move[] {
  const { unit, attempt, late, stage, inDoubt } = hold;
  const about = { worker, unit, attempt };
  const others = state.workers[worker]!.filter((one) => one !== hold);
  const letGo = (from: State): State => ({ ...from, workers: placed(from.workers, worker, others) });
  const become = (change: Partial<Hold>, from = state): State => ({
    ...from,
    workers: placed(from.workers, worker, [...others, { ...hold, ...change }]),
  });
  const isOurs = isHeld(state.rows.units[unit]!, hold);
  const moves: Move[] = [];
  if (late && isOurs) {
    const renewed = durable(state, unitChanged(state.rows, unit, { leased: true }));
    const to = become({ late: false }, renewed);
    moves.push({ step: { do: 'renewOperations', ...about }, sure: false, to });
  }
  if (stage === 'waiting') {
    if (!late || fault === 'an attempt that does not look at its lease')
      moves.push({ step: { do: 'perform', ...about }, sure: true, to: become({ stage: 'begun' }) });
    const given = { attempt: attempt - 1, claimed: inDoubt, leased: false };
    const to = letGo(isOurs ? durable(state, unitChanged(state.rows, unit, given)) : state);
    moves.push({ step: { do: 'unclaimOperations', ...about }, sure: late, to });
  } else if (stage === 'begun') {
    const to = become({ stage: 'written' }, { ...state, written: writtenBy(state, hold) });
    moves.push({ step: { do: 'provider writes', ...about }, sure: true, to });
    // Once is enough, and more would go on for ever.
    if (attempt === 1)
      moves.push({
        step: { do: 'provider refuses', ...about },
        sure: false,
        to: become({ stage: 'refused' }),
      });
  } else moves.push(...settleMoves(fault, state, worker, hold, letGo));
  return moves;
}

/** Whether the row still knows the attempt: it is the latest, and not settled. */
const isHeld = ({ ended, claimed, attempt }: Unit, hold: Hold): boolean =>
  !ended && claimed && attempt === hold.attempt;

function writtenBy({ written }: State, { unit, attempt, inDoubt }: Hold): State['written'] {
  const before = written[unit]!.attempt;
  return before > 0 && before <= attempt ? written : changed(written, unit, { attempt, doubted: inDoubt });
}

function settleMoves(
  fault: Given['fault'],
  state: State,
  worker: number,
  hold: Hold,
  letGo: (from: State) => State,
): Move[] {
  const { unit, attempt, stage } = hold;
  const row = state.rows.units[unit]!;
  const fenced = fault === 'a settlement without the fence' ? { ...hold, attempt: row.attempt } : hold;
  const isOurs = isHeld(row, fenced);
  const outcome = stage === 'written' ? { ended: true } : { waits: true };
  const settled = isOurs
    ? durable(state, unitChanged(state.rows, unit, { claimed: false, leased: false, ...outcome }))
    : state;
  const about = { do: 'settleOperations', worker, unit, attempt } as const;
  const moves: Move[] = [{ step: { ...about, answered: true }, sure: true, to: letGo(settled) }];
  // A worker that had no answer settles once more.
  if (isOurs && mayGoWrong(state, 'lostAnswer'))
    moves.push({ step: { ...about, answered: false }, sure: false, to: wentWrong(settled, 'lostAnswer') });
  return moves;
}

/** The state once something of the kind has gone wrong. */
export const wentWrong = (state: State, kind: 'death' | 'crash' | 'freeze' | 'lostAnswer'): State => ({
  ...state,
  left: { ...state.left, [kind]: state.left[kind] - 1, inAll: state.left.inAll - 1 },
});
