import {
  lanesOf,
  mayGoWrong,
  now,
  type Hold,
  type Mishaps,
  type Rows,
  type State,
  type Unit,
} from './state.ts';
import {
  changed,
  durable,
  placed,
  subsets,
  type Given,
  type Move,
  type OfUnit,
  type ProviderStep,
  type Step,
} from './step.ts';

const isDue = ({ stored, ended, leased, waits }: Unit): boolean => stored && !ended && !leased && !waits;

/** Many lanes in one commit. Wake-ups may come at any time; only the sweep's is sure. */
export function claimMoves({ world, fault }: Given, state: State, worker: number): Move[] {
  const { units } = state.rows;
  const mayTake = (unit: Unit): boolean =>
    isDue(unit) || (fault === 'a claim of what is leased' && isDue({ ...unit, leased: false }));
  const due = lanesOf(world).map((lane) =>
    callsOf(
      units,
      units.flatMap((unit, at) => (world.laneOf[at] === lane && mayTake(unit) ? [at] : [])),
    ),
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

/** Doubtful units only share with each other. */
const mostInCall = (unit: Unit): number => (unit.claimed ? half(unit) : unit.together);

const isInDoubt = ({ claimed, ambiguous }: Unit): boolean => claimed || ambiguous;

/** Calls in the order of their first units. */
function callsOf(units: readonly Unit[], due: readonly number[]): number[][] {
  const calls: number[][] = [];
  for (const unit of due) {
    const most = mostInCall(units[unit]!);
    const call = calls.find(([first, ...others]) => {
      const before = units[first!]!;
      const isAlike = mostInCall(before) === most && isInDoubt(before) === isInDoubt(units[unit]!);
      return isAlike && others.length + 1 < most;
    });
    if (call) call.push(unit);
    else calls.push([unit]);
  }
  return calls;
}

function claimed(
  fault: Given['fault'],
  state: State,
  worker: number,
  calls: readonly (readonly number[])[],
): State {
  const { units, lanes } = state.rows;
  const callOf = (unit: number) => calls.find((call) => call.includes(unit));
  const rows: Rows = {
    units: units.map((unit, at) => {
      const call = callOf(at);
      return call
        ? { ...unit, attempt: unit.attempt + 1, claimed: true, leased: true, together: call.length }
        : unit;
    }),
    lanes,
  };
  const holds = calls.flatMap((call) =>
    call.map((unit): Hold => {
      const before = units[unit]!;
      const first = call[0]!;
      return {
        unit,
        attempt: rows.units[unit]!.attempt,
        // Unique among the worker's calls.
        call: first * 16 + rows.units[first]!.attempt,
        together: mostInCall(before),
        inDoubt: before.ambiguous || (fault !== 'a claim that forgets the doubt' && before.claimed),
        outcomeUnknown: before.claimed,
        late: false,
        stage: 'waiting',
      };
    }),
  );
  return {
    ...(fault === 'a claim that is not durable' ? { ...state, rows } : durable(state, rows)),
    workers: placed(state.workers, worker, [...state.workers[worker]!, ...holds]),
  };
}

export const callsHeld = (holds: readonly Hold[]): Hold[][] => [
  ...Map.groupBy(holds, ({ call }) => call).values(),
];

type OfCall = { given: Given; state: State; worker: number; call: readonly Hold[] };

/** A call is begun and answered as a whole. */
export function callMoves(of: OfCall): Move[] {
  const { call } = of;
  const renewed = renewMoves(of);
  if (call.some(({ stage }) => stage === 'waiting')) return [...renewed, ...waitingMoves(of)];
  if (call.some(({ stage }) => stage === 'begun')) return [...renewed, ...providerMoves(of)];
  // Returned units are due immediately, so they go first.
  const undecided = call.filter(({ stage }) => stage === 'undecided');
  return [...renewed, ...(undecided.length > 0 ? unclaimMoves(of, undecided, true) : settleMoves(of))];
}

const holding = ({ state, worker, call }: OfCall, holds: readonly Hold[], from = state): State => ({
  ...from,
  workers: placed(from.workers, worker, [
    ...from.workers[worker]!.filter((one) => !call.includes(one)),
    ...holds,
  ]),
});

const attemptsOf = (holds: readonly Hold[]): OfUnit[] =>
  holds.map(({ unit, attempt }) => ({ unit, attempt }));

/** Changes the row of each unit by its hold. */
const rowsWith = (
  { units, lanes }: Rows,
  holds: readonly Hold[],
  change: (hold: Hold, row: Unit) => Partial<Unit>,
): Rows => ({
  units: holds.reduce((all, hold) => changed(all, hold.unit, change(hold, all[hold.unit]!)), units),
  lanes,
});

/** The row still has this attempt, unsettled. */
const isHeld = ({ ended, claimed, attempt }: Unit, hold: Hold): boolean =>
  !ended && claimed && attempt === hold.attempt;

const oursOf = ({ state }: OfCall, holds: readonly Hold[]): Hold[] =>
  holds.filter((hold) => isHeld(state.rows.units[hold.unit]!, hold));

function renewMoves(of: OfCall): Move[] {
  const { state, worker, call } = of;
  const ours = oursOf(of, call);
  if (!ours.some(({ late }) => late)) return [];
  const renewed = durable(
    state,
    rowsWith(state.rows, ours, () => ({ leased: true })),
  );
  const holds = call.map((hold) => (ours.includes(hold) ? { ...hold, late: false } : hold));
  const step: Step = { do: 'renewOperations', worker, held: attemptsOf(call) };
  return [{ step, sure: false, to: holding(of, holds, renewed) }];
}

/** Leaves out units that lost their lease. */
function waitingMoves(of: OfCall): Move[] {
  const { given, worker, call } = of;
  const inTime = call.filter(({ late }) => !late);
  const looksAtNone = given.fault === 'an attempt that does not look at its lease';
  const looksAtOne = given.fault === 'a call that sends what has lost its lease' && inTime.length > 0;
  const sent = looksAtNone || looksAtOne ? call : inTime;
  const begun = sent.map((hold): Hold => ({ ...hold, stage: 'begun' }));
  const perform: Move = {
    step: { do: 'perform', worker, held: attemptsOf(sent) },
    sure: true,
    to: holding(of, begun),
  };
  return [...(sent.length > 0 ? [perform] : []), ...unclaimMoves(of, call, inTime.length === 0)];
}

/** The attempt's number is used again. */
function unclaimMoves(of: OfCall, holds: readonly Hold[], sure: boolean): Move[] {
  const { given, state, worker, call } = of;
  const rows = rowsWith(
    state.rows,
    oursOf(of, holds),
    ({ attempt, outcomeUnknown, stage, together }, row) => ({
      attempt: attempt - 1,
      claimed: outcomeUnknown,
      leased: false,
      together: stage === 'undecided' ? half(row) : together,
    }),
  );
  const freed = durable(state, rows);
  const step: Step = { do: 'unclaimOperations', worker, held: attemptsOf(holds) };
  const others = call.filter((hold) => !holds.includes(hold));
  const moves: Move[] = [{ step, sure, to: holding(of, others, freed) }];
  const isUndecided = holds.some(({ stage }) => stage === 'undecided');
  if (given.fault === 'giving back twice' && isUndecided && mayGoWrong(state, 'lostAnswer'))
    moves.push({ step, sure: false, to: wentWrong(freed, 'lostAnswer') });
  return moves;
}

/** A call that was too large is halved. While claimed, a row holds its call's size. */
const half = ({ together }: Unit): number => Math.max(1, Math.floor(together / 2));

function providerMoves(of: OfCall): Move[] {
  const { given, state, worker, call } = of;
  const [first, ...others] = call;
  const become = (
    how: ProviderStep,
    stageOf: (hold: Hold) => Hold['stage'],
    written: readonly Hold[],
  ): Move => ({
    step: { do: how, worker, held: attemptsOf(written.length > 0 ? written : call) },
    sure: how === 'provider writes',
    to: holding(
      of,
      call.map((hold): Hold => ({ ...hold, stage: stageOf(hold) })),
      { ...state, written: writtenBy(state, written) },
    ),
  });
  const moves = [become('provider writes', () => 'written', call)];
  // Repetitions would never end.
  if (call.every(({ attempt }) => attempt === 1)) moves.push(become('provider refuses', () => 'refused', []));
  if (others.length > 0)
    moves.push(
      become(
        'provider writes one and refuses the others',
        (hold) => (hold === first ? 'written' : 'refused'),
        call.slice(0, 1),
      ),
      become('provider refuses for one that it does not name', () => 'undecided', []),
    );
  if (!mayGoWrong(state, 'brokenCall')) return moves;
  const isTakenForRefusal = given.fault === 'a lost answer that is taken for a refusal';
  const stage = isTakenForRefusal ? 'refused' : 'unknown';
  const broken = [
    become('provider writes without an answer', () => stage, call),
    become('call breaks off', () => stage, []),
  ];
  return [...moves, ...broken.map((move) => ({ ...move, to: wentWrong(move.to, 'brokenCall') }))];
}

const writtenBy = ({ written }: State, holds: readonly Hold[]): State['written'] =>
  holds.reduce((all, { unit, attempt, inDoubt }) => {
    const before = all[unit]!.attempt;
    return before > 0 && before <= attempt ? all : changed(all, unit, { attempt, doubted: inDoubt });
  }, written);

/** Some or all of a call: ending updates have their own statement. */
const settleMoves = (of: OfCall): Move[] =>
  subsets(of.call.map((_, at) => at)).flatMap((places) =>
    settlementMoves(
      of,
      places.map((at) => of.call[at]!),
    ),
  );

function settlementMoves(of: OfCall, holds: readonly Hold[]): Move[] {
  const { given, state, worker, call } = of;
  const ours = fencedIn(of, holds);
  const settled =
    ours.length > 0
      ? durable(
          state,
          rowsWith(state.rows, ours, (hold, row) => ({
            claimed: false,
            leased: false,
            ...outcomeOf(given, hold, row),
          })),
        )
      : state;
  const about = { do: 'settleOperations', worker, held: attemptsOf(holds) } as const;
  const others = call.filter((hold) => !holds.includes(hold));
  const moves: Move[] = [
    { step: { ...about, answered: true }, sure: true, to: holding(of, others, settled) },
  ];
  // After a lost answer the worker settles again.
  if (ours.length > 0 && mayGoWrong(state, 'lostAnswer'))
    moves.push({ step: { ...about, answered: false }, sure: false, to: wentWrong(settled, 'lostAnswer') });
  return moves;
}

/** Each row only for its own attempt. */
function fencedIn(of: OfCall, holds: readonly Hold[]): readonly Hold[] {
  const { given, state } = of;
  const ours = oursOf(of, holds);
  if (given.fault === 'a settlement of a whole call of which one lease lives' && ours.length > 0)
    return holds;
  if (given.fault !== 'a settlement without the fence') return ours;
  return holds.filter((hold) => {
    const row = state.rows.units[hold.unit]!;
    return isHeld(row, { ...hold, attempt: row.attempt });
  });
}

function outcomeOf({ fault }: Given, { stage, together, inDoubt }: Hold, row: Unit): Partial<Unit> {
  if (stage === 'written') return { ended: true, together, ambiguous: inDoubt };
  if (stage !== 'unknown') return { waits: true, together };
  return { waits: true, together: half(row), ambiguous: fault !== 'a settlement that forgets the doubt' };
}

export const wentWrong = (state: State, kind: Exclude<keyof Mishaps, 'inAll'>): State => ({
  ...state,
  left: { ...state.left, [kind]: state.left[kind] - 1, inAll: state.left.inAll - 1 },
});
