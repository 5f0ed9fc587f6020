import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, newId, openDatabase, type Database, type Queryable } from '@writ/db';
import { createClosing, type Closing } from '@writ/service-kit';
import { eventually, patientConnection, testDatabase } from '@writ/test-kit';
import { takeForgottenLanes } from './lane-rows.ts';
import { listLanes } from './list-lanes.ts';
import { restLane } from '../testing/rest-lane.ts';
import { touchLanes, type LaneTouch } from './touch-lanes.ts';

let closing: Closing;
let db: Database;
let lane: LaneTouch;

beforeEach(async () => {
  closing = createClosing();
  const own = closing.add(await testDatabase(), (database) => database.drop());
  db = closing.add(
    openDatabase({ url: own.url, maxConnections: 8, applicationName: 'test', limits: patientConnection }),
    (d) => d.close(),
  );
  lane = { id: newId(), projectId: newId(), kind: 'provider', name: 'test' };
});
afterEach(() => closing.close());

const touch = (given: LaneTouch = lane) => inTransaction(db.pool, (tx) => touchLanes(tx, [given]));
const nextDueAt = async (): Promise<Date | null | undefined> => {
  const { rows } = await db.pool.query<{ next_due_at: Date | null }>(
    'SELECT next_due_at FROM lane WHERE id = $1',
    [lane.id],
  );
  return rows[0]?.next_due_at;
};

/** Keeps the transaction open after `work`. */
async function held<T>(
  work: (tx: Queryable) => Promise<T>,
): Promise<{ result: T; commit: () => Promise<void> }> {
  const [worked, released] = [Promise.withResolvers<T>(), Promise.withResolvers<undefined>()];
  const transaction = inTransaction(db.pool, async (tx) => {
    worked.resolve(await work(tx));
    await released.promise;
  });
  transaction.catch(worked.reject);
  return {
    result: await worked.promise,
    commit: () => {
      released.resolve(undefined);
      return transaction;
    },
  };
}

test('a touch tells which lanes were not due before', async () => {
  const later = new Date(Date.now() + 3_600_000);
  expect(await touch({ ...lane, dueAt: later })).toEqual([lane.id]);
  expect(await touch({ ...lane, dueAt: new Date(later.getTime() + 1_000) })).toEqual([]);
  expect(await nextDueAt()).toEqual(later);
  expect(await touch()).toEqual([lane.id]);
  expect(await touch()).toEqual([]);
  expect(await nextDueAt()).not.toEqual(later);
});

test('two transactions touch a lane that is due at the same time', async () => {
  await touch();
  const first = await held((tx) => touchLanes(tx, [lane]));
  const second = await held((tx) => touchLanes(tx, [lane]));
  await second.commit();
  await first.commit();
});

test('a drain that ends while a lane is given work leaves it due, and looks again', async () => {
  await touch();
  const accepting = await held((tx) => touchLanes(tx, [lane]));
  const nothingSeen = { nextDueAt: () => Promise.resolve(new Map<string, Date>()) };
  expect(await restLane(db.pool, nothingSeen, { id: lane.id, troubled: false, settled: 0 })).toBeGreaterThan(
    0,
  );
  expect(await nextDueAt()).toBeInstanceOf(Date);
  await accepting.commit();
  expect(await restLane(db.pool, nothingSeen, { id: lane.id, troubled: false, settled: 0 })).toBeUndefined();
  expect(await nextDueAt()).toBeNull();
});

test('work that comes while a drain ends waits for it, and makes the lane due anew', async () => {
  await touch();
  const [asked, answered] = [
    Promise.withResolvers<undefined>(),
    Promise.withResolvers<ReadonlyMap<string, Date>>(),
  ];
  const resting = restLane(
    db.pool,
    {
      nextDueAt: () => {
        asked.resolve(undefined);
        return answered.promise;
      },
    },
    { id: lane.id, troubled: false, settled: 0 },
  );
  await asked.promise;
  const touching = touch();
  await eventually(async () => expect(await waitingForLocks()).toBe(1));
  answered.resolve(new Map());
  expect(await resting).toBeUndefined();
  expect(await touching).toEqual([lane.id]);
  expect(await nextDueAt()).toBeInstanceOf(Date);
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test('a lane tells its rate over about a minute, by all who drain it, and it fades', async () => {
  await touch();
  const { id, projectId } = lane;
  const nothing = { nextDueAt: () => Promise.resolve(new Map<string, Date>()) };
  const rest = (settled: number) => restLane(db.pool, nothing, { id, troubled: false, settled });
  const pass = (seconds: number) =>
    db.pool.query(`UPDATE lane SET rated_at = rated_at - $2 * interval '1 s' WHERE id = $1`, [id, seconds]);
  const rate = async () => (await listLanes(db.prisma, projectId, { limit: 1 }))[0]?.rate;
  const beganAtMs = performance.now();
  /** Allows for the rate's fading during the test. */
  const expectRate = async (most: number) => {
    const told = await rate();
    const least = most * Math.exp((beganAtMs - performance.now()) / 60_000);
    expect(told).toBeLessThan(most + 0.01);
    expect(told).toBeGreaterThan(least - 0.01);
  };
  expect(await rate()).toBe(0);
  await rest(600);
  await expectRate(10);
  await pass(60);
  await expectRate(10 / Math.E);
  await rest(600);
  await expectRate(10 / Math.E + 10);
  await pass(86_400);
  expect(await rate()).toBe(0);
  await rest(0);
  expect(await rate()).toBe(0);
});

test.each([
  { name: 'never woken', dueFor: 1, wokenFor: null, waiting: 0, isTaken: true },
  { name: 'woken a while ago', dueFor: 60, wokenFor: 6, waiting: 0, isTaken: true },
  { name: 'woken just now', dueFor: 60, wokenFor: 4, waiting: 0, isTaken: false },
  { name: 'in a line that is as long', dueFor: 20, wokenFor: null, waiting: 30, isTaken: false },
  { name: 'behind a line', dueFor: 40, wokenFor: null, waiting: 30, isTaken: true },
  { name: 'in a line since its last slice', dueFor: 60, wokenFor: 34, waiting: 30, isTaken: false },
  { name: 'behind a line since its last slice', dueFor: 60, wokenFor: 36, waiting: 30, isTaken: true },
])('a due lane $name is forgotten: $isTaken', async ({ dueFor, wokenFor, waiting, isTaken }) => {
  await touch();
  const set = (troubled: boolean) =>
    db.pool.query(
      `UPDATE lane SET next_due_at = clock_timestamp() - $2 * interval '1 s',
         woken_at = clock_timestamp() - $3 * interval '1 s', troubled = $4 WHERE id = $1`,
      [lane.id, dueFor, wokenFor, troubled],
    );
  for (const troubled of [false, true]) {
    await set(troubled);
    const waitingMs = {
      usual: 3_600_000,
      troubled: 3_600_000,
      [troubled ? 'troubled' : 'usual']: waiting * 1_000,
    };
    const taken = await takeForgottenLanes(db.pool, {
      kind: 'provider',
      quietMs: 5_000,
      waitingMs,
      limit: 10,
    });
    expect(taken).toEqual(isTaken ? [{ id: lane.id, troubled }] : []);
  }
});
