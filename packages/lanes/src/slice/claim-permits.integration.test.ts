import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { createAppLogger, createClosing, createMetrics, type Closing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { pauseLane, runLanes, type Permits } from '../index.ts';
import { unitLanes, type UnitLanes } from '../testing/unit-lanes.ts';

const logger = createAppLogger({ service: 'test', level: 'error' });
let closing: Closing;
let db: UnitLanes['db'];
let unitWork: UnitLanes['unitWork'];
let run: UnitLanes['run'];
let add: UnitLanes['add'];
let waker: UnitLanes['waker'];
let remaining: UnitLanes['remaining'];
let laneRow: UnitLanes['laneRow'];
let queues: UnitLanes['queues'];

beforeEach(async () => {
  closing = createClosing();
  ({ db, unitWork, run, add, waker, remaining, laneRow, queues } = await unitLanes(closing));
});
afterEach(() => closing.close());

/** The test answers each ask for permits. */
const startAccount = () => {
  let answer: Permits = { kind: 'granted', units: 100 };
  const asked: number[] = [];
  return {
    asked,
    set: (next: Permits) => {
      answer = next;
    },
    permits: (_laneId: string, wanted: number): Promise<Permits> => {
      asked.push(wanted);
      return Promise.resolve(
        answer.kind === 'granted' ? { kind: 'granted', units: Math.min(wanted, answer.units) } : answer,
      );
    },
  };
};
const parkOf = async (laneId: string) => {
  const { rows } = await db.pool.query<{ park_reason: string | null; ahead_ms: number | null }>(
    `SELECT park_reason,
       CASE WHEN isfinite(parked_until) THEN (extract(epoch FROM parked_until - clock_timestamp()) * 1000)::float8 END
         AS ahead_ms
     FROM lane WHERE id = $1`,
    [laneId],
  );
  return rows[0];
};
const long = { kind: 'denied', waitMs: 3_600_000, reason: 'quota' } as const;

test('no more units are claimed than there are permits for', async () => {
  const account = startAccount();
  account.set({ kind: 'granted', units: 2 });
  const claims: number[] = [];
  const work = unitWork(() => Promise.resolve('done'));
  const lanes = await runLanes({
    work: {
      ...work,
      permits: account.permits,
      claim: (wanted, leaseMs) => {
        claims.push(...wanted.map(({ limit }) => limit));
        return work.claim(wanted, leaseMs);
      },
    },
    pool: db.pool,
    queues,
    slots: { usual: 4, troubled: 1 },
    concurrency: 8,
    most: 32,
    logger,
    metrics: createMetrics({ service: 'test', defaults: false }),
  });
  closing.add(lanes, (running) => running.close());
  const laneId = newId();
  await add(laneId, 20);
  waker().wake([laneId]);
  await eventually(async () => (await remaining()) === 0);
  expect(Math.max(...claims)).toBe(2);
});

test('what a lane needs before a claim is done step by step, and no permit is asked for until then', async () => {
  const account = startAccount();
  const order: string[] = [];
  const work = unitWork(() => Promise.resolve('done'));
  let stepsLeft = 5;
  const lanes = await runLanes({
    work: {
      ...work,
      prepare: () => {
        order.push('step');
        stepsLeft -= 1;
        return Promise.resolve(stepsLeft > 0 ? { kind: 'denied', waitMs: 5, reason: 'quota' } : undefined);
      },
      permits: (laneId, wanted) => {
        order.push('permits');
        return account.permits(laneId, wanted);
      },
      claim: (wanted, leaseMs) => {
        order.push('claim');
        return work.claim(wanted, leaseMs);
      },
    },
    pool: db.pool,
    queues,
    slots: { usual: 4, troubled: 1 },
    concurrency: 8,
    most: 32,
    logger,
    metrics: createMetrics({ service: 'test', defaults: false }),
  });
  closing.add(lanes, (running) => running.close());
  const laneId = newId();
  await add(laneId, 1);
  waker().wake([laneId]);
  await eventually(async () => (await remaining()) === 0);
  expect(order.slice(0, 7)).toEqual([...Array<string>(5).fill('step'), 'permits', 'claim']);
});

test('a lane without permits claims nothing, is parked with its reason, and goes on by itself at its time', async () => {
  const account = startAccount();
  account.set({ kind: 'denied', waitMs: 2_001, reason: 'outage' });
  let performed = 0;
  await run(() => Promise.resolve(((performed += 1), 'done')), {}, 8, account);
  const laneId = newId();
  await add(laneId, 3);
  waker().wake([laneId]);
  await eventually(async () => (await parkOf(laneId))?.park_reason === 'outage');
  expect(performed).toBe(0);
  account.set({ kind: 'granted', units: 100 });
  await eventually(async () => (await remaining()) === 0);
  expect(await parkOf(laneId)).toMatchObject({ park_reason: 'outage', ahead_ms: expect.any(Number) });
  expect((await parkOf(laneId))?.ahead_ms).toBeLessThan(0);
});

test('a parked lane whose timer was lost is woken by the sweep when its time has come', async () => {
  const account = startAccount();
  account.set(long);
  await run(() => Promise.resolve('done'), { sweepEveryMs: 100 }, 8, account);
  const laneId = newId();
  await add(laneId, 3);
  waker().wake([laneId]);
  await eventually(async () => (await parkOf(laneId))?.park_reason === 'quota');
  account.set({ kind: 'granted', units: 100 });
  // The timer is an hour away; the row is due.
  await db.pool.query('UPDATE lane SET parked_until = clock_timestamp() WHERE id = $1', [laneId]);
  await eventually(async () => (await remaining()) === 0);
});

test('wake-ups of a parked lane do nothing', async () => {
  const account = startAccount();
  account.set(long);
  await run(() => Promise.resolve('done'), {}, 8, account);
  const laneId = newId();
  const other = newId();
  await add(laneId, 3);
  waker().wake([laneId]);
  await eventually(async () => (await parkOf(laneId))?.park_reason === 'quota');
  const asked = account.asked.length;
  waker().wake([laneId]);
  // A later wake-up has been taken.
  await add(other, 1);
  waker().wake([other]);
  await eventually(() => account.asked.length > asked);
  await eventually(async () => (await parkOf(other))?.park_reason === 'quota');
  expect(account.asked).toHaveLength(asked + 1);
});

test('a lane that an operator pauses stays paused, whatever its account says', async () => {
  const account = startAccount();
  const laneId = newId();
  const projectId = newId();
  let paused = false;
  const pausing = async (id: string, wanted: number): Promise<Permits> => {
    await pauseLane(db.prisma, projectId, laneId, { by: { kind: 'admin', id: 'admin' } });
    paused = true;
    return account.permits(id, wanted);
  };
  account.set(long);
  await run(() => Promise.resolve('done'), { sweepEveryMs: 3_600_000 }, 8, { permits: pausing });
  await add(laneId, 3);
  const longAgo = new Date(0);
  await db.pool.query('UPDATE lane SET project_id = $2, next_due_at = $3 WHERE id = $1', [
    laneId,
    projectId,
    longAgo,
  ]);
  waker().wake([laneId]);
  await eventually(() => paused);
  // The end of the slice updates the row after parking it.
  await eventually(async () => expect((await laneRow(laneId))?.next_due_at).not.toEqual(longAgo));
  expect(await parkOf(laneId)).toEqual({ park_reason: 'paused', ahead_ms: null });
});

test('a lane that has permits again in a moment is not parked, and holds no slot meanwhile', async () => {
  const account = startAccount();
  account.set({ kind: 'denied', waitMs: 50, reason: 'quota' });
  const performed: string[] = [];
  const waiting = newId();
  await run(({ id }) => Promise.resolve((performed.push(id), 'done' as const)), {}, 8, {
    permits: (laneId, wanted) =>
      laneId === waiting
        ? account.permits(laneId, wanted)
        : Promise.resolve({ kind: 'granted', units: wanted }),
  });
  await add(waiting, 2);
  waker().wake([waiting]);
  await eventually(() => account.asked.length >= 3);
  expect((await parkOf(waiting))?.park_reason).toBeNull();
  const others = Array.from({ length: 8 }, newId);
  for (const other of others) await add(other, 1);
  waker().wake(others);
  await eventually(() => performed.length === 8);
  account.set({ kind: 'granted', units: 100 });
  await eventually(async () => (await remaining()) === 0);
});

test('an account that is busy with other work holds no slot of its lane', async () => {
  const account = startAccount();
  account.set({ kind: 'busy' });
  const performed: string[] = [];
  const busy = Array.from({ length: 4 }, newId);
  await run(({ id }) => Promise.resolve((performed.push(id), 'done' as const)), { sliceMs: 600_000 }, 8, {
    permits: (laneId, wanted) =>
      busy.includes(laneId)
        ? account.permits(laneId, wanted)
        : Promise.resolve({ kind: 'granted', units: wanted }),
  });
  for (const laneId of busy) await add(laneId, 1);
  waker().wake(busy);
  await eventually(() => account.asked.length >= 8);
  const other = newId();
  await add(other, 1);
  waker().wake([other]);
  await eventually(() => performed.length === 1);
  account.set({ kind: 'granted', units: 100 });
  await eventually(async () => (await remaining()) === 0);
});
