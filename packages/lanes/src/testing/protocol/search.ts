/** A state machine with invariants. */
export type Machine<State, Step> = {
  start: State;
  /** Equal for equal states. */
  key(state: State): string;
  /** Always in the same order. */
  next(state: State): readonly Move<State, Step>[];
  /** The error of a move, if any. */
  fault(before: State, move: Move<State, Step>): string | undefined;
  isDone(state: State): boolean;
};

/** `sure`: it happens if nothing prevents it. Other moves finish nothing. */
export type Move<State, Step> = { step: Step; sure: boolean; to: State };

/** The number of states, and the shortest way to an error. */
export type Found<Step> = { states: number; fault?: { what: string; trace: readonly Step[] } };

/**
 * Visits every reachable state, breadth first, up to the first error. Then looks for states from which no sure moves
 * finish.
 */
export function search<State, Step>(machine: Machine<State, Step>): Found<Step> {
  const numbers = new Map([[machine.key(machine.start), 0]]);
  const cameFrom = [0];
  const done: number[] = [];
  const sureMoves = { from: [] as number[], to: [] as number[] };
  const faultAt = (what: string, state: number, ...last: Step[]): Found<Step> => ({
    states: numbers.size,
    fault: { what, trace: [...traceTo(machine, numbers, cameFrom, state), ...last] },
  });
  let from = 0;
  for (let ring = [machine.start]; ring.length > 0;) {
    const further: State[] = [];
    for (const state of ring) {
      if (machine.isDone(state)) done.push(from);
      for (const move of machine.next(state)) {
        const what = machine.fault(state, move);
        if (what !== undefined) return faultAt(what, from, move.step);
        const key = machine.key(move.to);
        let to = numbers.get(key);
        if (to === undefined) {
          to = numbers.size;
          numbers.set(key, to);
          cameFrom.push(from);
          further.push(move.to);
        }
        if (move.sure) {
          sureMoves.from.push(from);
          sureMoves.to.push(to);
        }
      }
      from += 1;
    }
    ring = further;
  }
  const stuck = firstWithoutEnd(numbers.size, sureMoves, done);
  return stuck === undefined ? { states: numbers.size } : faultAt('nothing sure leads to the end', stuck);
}

function firstWithoutEnd(
  states: number,
  { from, to }: { from: readonly number[]; to: readonly number[] },
  done: readonly number[],
): number | undefined {
  // Moves into a state form a chain in one array: a list each would take too much memory.
  const latest = new Int32Array(states).fill(-1);
  const earlier = to.map((state, at) => {
    const previous = latest[state]!;
    latest[state] = at;
    return previous;
  });
  const hasEnd = new Uint8Array(states);
  const open = [...done];
  for (const state of open) hasEnd[state] = 1;
  for (let state = open.pop(); state !== undefined; state = open.pop())
    for (let at = latest[state]!; at >= 0; at = earlier[at]!) {
      const before = from[at]!;
      if (hasEnd[before] === 1) continue;
      hasEnd[before] = 1;
      open.push(before);
    }
  const stuck = hasEnd.indexOf(0);
  return stuck < 0 ? undefined : stuck;
}

/** Repeats the steps, as only numbers of earlier states are kept. */
function traceTo<State, Step>(
  machine: Machine<State, Step>,
  numbers: ReadonlyMap<string, number>,
  cameFrom: readonly number[],
  wanted: number,
): readonly Step[] {
  const way: number[] = [];
  for (let state = wanted; state !== 0; state = cameFrom[state]!) way.unshift(state);
  let state = machine.start;
  return way.map((number) => {
    const move = machine.next(state).find(({ to }) => numbers.get(machine.key(to)) === number)!;
    state = move.to;
    return move.step;
  });
}
