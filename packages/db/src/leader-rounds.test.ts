import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@writ/test-kit';
import type { Queryable } from './prisma-on-pool.ts';
import { startLeaderRounds, type LeaderRounds } from './leader-rounds.ts';

let running: LeaderRounds | undefined;
afterEach(() => running?.close());

/** Leases, counted; `given`: whether they are to be had. */
function leases(given: boolean) {
  const state = { asked: 0 };
  const query = () => {
    state.asked += 1;
    return Promise.resolve({ rowCount: given ? 1 : 0, rows: [] });
  };
  return { state, db: { query } as unknown as Queryable };
}

function start(db: Queryable, everyMs: number, round: () => Promise<boolean>, errors: unknown[] = []) {
  running = startLeaderRounds({ db, name: 'test', everyMs, round, onError: (error) => errors.push(error) });
  return running;
}

test('the leader does not ask for its lease at each round', async () => {
  const { db, state } = leases(true);
  let rounds = 0;
  start(db, 1, () => Promise.resolve(++rounds < 0));
  await eventually(() => rounds >= 20);
  expect(state.asked).toBe(1);
});

test('a round that says there is more is followed by another at once, and a poke ends the rest', async () => {
  const { db } = leases(true);
  let rounds = 0;
  const led = start(db, 3_600_000, () => Promise.resolve(++rounds < 5));
  await eventually(() => rounds === 5);
  led.poke();
  await eventually(() => rounds === 6);
});

test('whoever does not lead makes no round', async () => {
  const { db, state } = leases(false);
  let rounds = 0;
  const led = start(db, 1, () => Promise.resolve(++rounds < 0));
  await eventually(() => state.asked === 1);
  led.poke();
  await eventually(() => state.asked === 2);
  expect(rounds).toBe(0);
});

test('a round that fails is told, and the next one is made', async () => {
  const { db } = leases(true);
  const errors: unknown[] = [];
  let rounds = 0;
  const round = () => (++rounds === 1 ? Promise.reject(new Error('no')) : Promise.resolve(false));
  start(db, 1, round, errors);
  await eventually(() => rounds >= 3);
  expect(errors).toHaveLength(1);
});
