/**
 * The state of claims, calls and settlements, in miniature. Times are future moments: a row that names several is due
 * at the first.
 */

/** Bits of the moments that a row names: `never` (none), `now`, the end of a unit's lease, a unit's next try. */
export type Moments = number;
export const never: Moments = 0;
export const now: Moments = 1;
export const leaseEnd = (unit: number): Moments => 2 << (2 * unit);
export const nextTry = (unit: number): Moments => 4 << (2 * unit);

/** Nothing precedes now. */
export const first = (moments: Moments): Moments => ((moments & now) === now ? now : moments);

/** A row of `operation`: due unless leased or waiting for a retry. */
export type Unit = {
  stored: boolean;
  attempt: number;
  /** Claimed and not settled: without a lease its outcome is unknown. */
  claimed: boolean;
  leased: boolean;
  waits: boolean;
  ended: boolean;
  /** A settled attempt may have written. */
  ambiguous: boolean;
  /** Most units of its next call; while claimed, of its current one. */
  together: number;
};

/** Committed. `lanes`: their `next_due_at`. */
export type Rows = { units: readonly Unit[]; lanes: readonly Moments[] };

/** `touched`, `written`: sets of locked lanes, and of lanes it makes due. */
export type Acceptance = {
  stage: 'none' | 'open' | 'committed' | 'undone';
  touched: number;
  written: number;
};

/**
 * A claimed unit as its worker sees it; equal `call`s go together. `outcomeUnknown`: an attempt was not settled.
 * `late`: the lease is over by the worker's clock. `undecided`: the provider wrote nothing, and named no unit.
 */
export type Hold = {
  unit: number;
  attempt: number;
  call: number;
  together: number;
  inDoubt: boolean;
  outcomeUnknown: boolean;
  late: boolean;
  stage: 'waiting' | 'begun' | 'written' | 'refused' | 'unknown' | 'undecided';
};

/** `free`: lanes whose rows are locked; `read`: their units' moments. */
export type Rest = { free: number; read?: readonly Moments[] };

/** The first attempt that wrote the unit (0: none), and whether it knew of a doubt. */
export type Written = { attempt: number; doubted: boolean };

/** How many mishaps may still happen. */
export type Mishaps = {
  death: number;
  crash: number;
  freeze: number;
  lostAnswer: number;
  /** The provider's answer is lost. */
  brokenCall: number;
  inAll: number;
};

export type State = {
  rows: Rows;
  /** What survives a crash. */
  disk: Rows;
  acceptances: readonly Acceptance[];
  /** A worker that dies has a successor without holds. */
  workers: readonly (readonly Hold[])[];
  rest: Rest | undefined;
  written: readonly Written[];
  left: Mishaps;
};

/** The lane of each unit, units accepted together, and units per call. */
export type World = {
  laneOf: readonly number[];
  mostInCall: number;
  acceptances: readonly (readonly number[])[];
  mishaps: Mishaps;
};

export const lanesOf = ({ laneOf }: World): number[] => [...new Set(laneOf)];
export const has = (set: number, member: number): boolean => ((set >> member) & 1) === 1;
export const setOf = (members: readonly number[]): number =>
  members.reduce((set, member) => set | (1 << member), 0);

const noUnit: Omit<Unit, 'together'> = {
  stored: false,
  attempt: 0,
  claimed: false,
  leased: false,
  waits: false,
  ended: false,
  ambiguous: false,
};

export function startOf(world: World): State {
  const unit: Unit = { ...noUnit, together: world.mostInCall };
  const rows: Rows = { units: world.laneOf.map(() => unit), lanes: lanesOf(world).map(() => never) };
  return {
    rows,
    disk: rows,
    acceptances: world.acceptances.map(() => ({ stage: 'none', touched: 0, written: 0 })),
    workers: [[], []],
    rest: undefined,
    written: world.laneOf.map(() => ({ attempt: 0, doubted: false })),
    left: world.mishaps,
  };
}

export const mayGoWrong = ({ left }: State, kind: keyof Mishaps): boolean => left[kind] > 0 && left.inAll > 0;

/** Most moves keep most parts, so their texts are cached. */
function remembered<Part extends object>(textOf: (part: Part) => string): (part: Part) => string {
  const texts = new WeakMap<Part, string>();
  return (part) => {
    const text = texts.get(part) ?? textOf(part);
    texts.set(part, text);
    return text;
  };
}
const flag = (is: boolean, bit: number): number => (is ? bit : 0);

const keyOfUnit = ({ attempt, stored, claimed, leased, waits, ended, ambiguous, together }: Unit): number =>
  256 * attempt +
  64 * together +
  (flag(stored, 1) |
    flag(claimed, 2) |
    flag(leased, 4) |
    flag(waits, 8) |
    flag(ended, 16) |
    flag(ambiguous, 32));
const keyOfRows = remembered(
  ({ units, lanes }: Rows): string => `${units.map(keyOfUnit).join()};${lanes.join()}`,
);
const keyOfHolds = remembered((holds: readonly Hold[]): string =>
  holds
    .map(
      ({ unit, attempt, call, together, stage, inDoubt, outcomeUnknown, late }) =>
        `${unit}${attempt}${stage}${call}${together}${flag(inDoubt, 1) | flag(late, 2) | flag(outcomeUnknown, 4)}`,
    )
    .sort()
    .join(),
);

/** Equal for equivalent states: workers differ only by their holds. */
export function keyOf(state: State): string {
  const { rows, disk, acceptances, workers, rest, written, left } = state;
  const committed = keyOfRows(rows);
  const kept = disk === rows || !mayGoWrong(state, 'crash') ? committed : keyOfRows(disk);
  return [
    committed,
    kept === committed ? '' : kept,
    acceptances.map(({ stage, touched, written }) => `${stage.charAt(0)}${touched}${written}`).join(),
    ...workers.map(keyOfHolds).sort(),
    rest ? `${rest.free},${rest.read?.join() ?? ''}` : '',
    written.map(({ attempt, doubted }) => 2 * attempt + Number(doubted)).join(),
    left.inAll === 0 ? '' : Object.values(left).join(''),
  ].join('|');
}
