/**
 * The state of the protocol by which accepted units are claimed, performed and settled, in miniature. Times are not
 * numbers but moments that lie ahead: a row that names several is due as soon as the first of them has come.
 */

/** A bit for each moment that a lane's row names: `never` (no bit), `now`, the end of a unit's lease, a unit's next try. */
export type Moments = number;
export const never: Moments = 0;
export const now: Moments = 1;
export const leaseEnd = (unit: number): Moments => 2 << (2 * unit);
export const nextTry = (unit: number): Moments => 4 << (2 * unit);

/** Nothing comes before now. */
export const first = (moments: Moments): Moments => ((moments & now) === now ? now : moments);

/** A row of `operation`. Neither leased nor waiting for its next try, it is due. */
export type Unit = {
  stored: boolean;
  attempt: number;
  /** An attempt was claimed and not settled: without a lease its outcome is unknown. */
  claimed: boolean;
  leased: boolean;
  waits: boolean;
  ended: boolean;
  /** An attempt was settled of which nobody knows whether it wrote. */
  ambiguous: boolean;
  /** Most units that its next call may have; while it is claimed, how many its call has. */
  together: number;
};

/** What is committed. `lanes`: `next_due_at` of each. */
export type Rows = { units: readonly Unit[]; lanes: readonly Moments[] };

/** A transaction that accepts units. `touched`, `written`: sets of the lanes that it has locked, and of those it makes due. */
export type Acceptance = {
  stage: 'none' | 'open' | 'committed' | 'undone';
  touched: number;
  written: number;
};

/**
 * A claimed unit as its worker sees it. Those of the same `call` go to the provider together. `outcomeUnknown`: the claim
 * found an attempt that was not settled. `late`: by the worker's clock its lease is over. `undecided`: the provider wrote
 * nothing of the call, and did not say for which unit.
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

/** The transaction that ends slices: the set of the lanes whose rows it has locked, and what it has read. */
export type Rest = { free: number; read?: readonly Moments[] };

/** Of the attempts that wrote a unit the first one (0: none), and whether it had been told of a doubt. */
export type Written = { attempt: number; doubted: boolean };

/** How often something may still go wrong: each, and all together. */
export type Mishaps = {
  death: number;
  crash: number;
  freeze: number;
  /** Of a settlement. */
  lostAnswer: number;
  /** A call without an answer from the provider. */
  brokenCall: number;
  inAll: number;
};

export type State = {
  rows: Rows;
  /** What a crash of the database would leave. */
  disk: Rows;
  acceptances: readonly Acceptance[];
  /** What each worker holds. One that dies has a successor that holds nothing. */
  workers: readonly (readonly Hold[])[];
  rest: Rest | undefined;
  written: readonly Written[];
  left: Mishaps;
};

/** What there is: the lane of each unit, the units that are accepted together, and how many a call may have. */
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

/** Most moves leave most parts of a state as they are, and the text of a part that was asked for once is known. */
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

/** A text that is the same for states that are alike: workers differ by what they hold alone. */
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
