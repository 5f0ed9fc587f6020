import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { protocol, type Machine, type Move, type State, type Step, type World } from '@writ/lanes/testing';
import { modelRuns } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import fc from 'fast-check';
import { protocolWorld, readState } from './testing/protocol-world.ts';

const steps = 50;

const world = (acceptances: World['acceptances']): World => ({
  laneOf: [0, 0, 1],
  mostInCall: 2,
  acceptances,
  // No crash: this database loses nothing.
  mishaps: { death: 2, crash: 0, freeze: 3, lostAnswer: 2, brokenCall: 2, inAll: 9 },
});
const worlds = [
  { name: 'units of one lane that are accepted apart', given: world([[0, 2], [1]]) },
  { name: 'units of one lane that are accepted together, and share a call', given: world([[0, 1], [2]]) },
];

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 10 });
});
afterAll(() => db.close());

/**
 * Excludes moves that statements cannot make: those that would wait for locks, claims of a part of a lane, and rows of
 * lanes without units.
 */
function movesThatCanBeDone(given: World, model: Machine<State, Step>, state: State): Move[] {
  const moves = model.next(state);
  const isQuiet = !state.rest && state.acceptances.every(({ stage }) => stage !== 'open');
  const isKnown = (lane: number): boolean =>
    state.rows.units.some(({ stored }, unit) => stored && given.laneOf[unit] === lane);
  return moves.filter(({ step }) => {
    if (step.do === 'lease ends' || step.do === 'next try comes') return isQuiet;
    if (step.do === 'restLanes locks') return step.lanes.every(isKnown);
    if (step.do !== 'claimOperations') return true;
    return !moves.some(
      ({ step: other }) =>
        other.do === step.do && other.lanes.join() === step.lanes.join() && other.limit > step.limit,
    );
  });
}

/** Chooses the kind first: otherwise most steps would end slices. */
function chosen(moves: readonly Move[], choice: number): Move | undefined {
  const sorts = [...Map.groupBy(moves, ({ step }) => step.do).values()];
  const sort = sorts[choice % sorts.length];
  return sort?.[Math.floor(choice / sorts.length) % sort.length];
}

test.each(worlds)('the statements do what the model of the protocol says: $name', async ({ given }) => {
  const model = protocol({ world: given });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: steps, maxLength: steps }), async (choices) => {
      const real = protocolWorld(db, given);
      let state = model.start;
      try {
        for (const choice of choices) {
          const move = chosen(movesThatCanBeDone(given, model, state), choice);
          if (!move) break;
          await real.act(state, move);
          state = move.to;
          expect({ after: move.step, ...(await real.read()) }).toEqual({
            after: move.step,
            ...readState(state),
          });
        }
      } finally {
        await real.close();
      }
    }),
    modelRuns(10),
  );
});
