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

function start(db: Queryable, round: () => Promise<number>, errors: unknown[] = []) {
  const onError = (error: unknown): void => void errors.push(error);
  running = startLeaderRounds({ db, name: 'test', everyMs: 1, leaseMs: 60_000, round, onError });
  return running;
}

test('the leader does not ask for its lease at each round', async () => {
  const { db, state } = leases(true);
  let rounds = 0;
  start(db, () => Promise.resolve(++rounds && 1));
  await eventually(() => rounds >= 20);
  expect(state.asked).toBe(1);
});

test('the first round begins as soon as this process leads, however rarely there are rounds', async () => {
  const { db } = leases(true);
  let rounds = 0;
  const everyMs = 3_600_000;
  const round = () => Promise.resolve(++rounds && everyMs);
  running = startLeaderRounds({ db, name: 'test', everyMs, round, onError: () => undefined });
  await eventually(() => rounds === 1);
});

test('a process that does not lead makes no round, and goes on asking', async () => {
  const { db, state } = leases(false);
  let rounds = 0;
  const round = () => Promise.resolve(++rounds && 1);
  const onError = (): void => undefined;
  running = startLeaderRounds({ db, name: 'test', everyMs: 1, leaseMs: 3, round, onError });
  await eventually(() => state.asked >= 5);
  expect(rounds).toBe(0);
});

test('a round that fails is told, and the next one is made', async () => {
  const { db } = leases(true);
  const errors: unknown[] = [];
  let rounds = 0;
  const round = () => (++rounds === 1 ? Promise.reject(new Error('no')) : Promise.resolve(1));
  start(db, round, errors);
  await eventually(() => rounds >= 3);
  expect(errors).toHaveLength(1);
});
