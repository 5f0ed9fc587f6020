import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { createClosing, type Closing } from '@writ/service-kit';
import { eventually } from '@writ/test-kit';
import { pauseLane, resumeLane } from './index.ts';
import { restLane } from './testing/rest-lane.ts';
import { unitLanes, type Outcome, type Unit, type UnitLanes } from './testing/unit-lanes.ts';

let closing: Closing;
let db: UnitLanes['db'];
let unitWork: UnitLanes['unitWork'];
let run: UnitLanes['run'];
let queues: UnitLanes['queues'];
let add: UnitLanes['add'];
let waker: UnitLanes['waker'];
let remaining: UnitLanes['remaining'];
let laneRow: UnitLanes['laneRow'];
let logged: UnitLanes['logged'];

beforeEach(async () => {
  closing = createClosing();
  ({ db, unitWork, run, queues, add, waker, remaining, laneRow, logged } = await unitLanes(closing));
});
afterEach(() => closing.close());

const by = { kind: 'admin', id: 'admin' } as const;

test('a wake-up drains all that is due, each unit once, and the lane rests', async () => {
  const performed: string[] = [];
  await run((unit) => {
    performed.push(unit.id);
    return Promise.resolve('done');
  });
  const laneId = newId();
  const ids = await add(laneId, 300);
  waker().wake([laneId]);
  await eventually(async () => expect(await remaining()).toBe(0));
  expect(performed.toSorted()).toEqual(ids.toSorted());
  await eventually(async () => expect((await laneRow(laneId))?.next_due_at).toBeNull());
});

test('at the level debug, the log says why a lane waits', async () => {
  await run(() => Promise.resolve('done'), { sweepEveryMs: 3_600_000 }, 8, {
    permits: () => Promise.resolve({ kind: 'denied', waitMs: 3_600_000, reason: 'quota' }),
  });
  const laneId = newId();
  await add(laneId, 1);
  waker().wake([laneId]);
  const woken = { level: 'debug', message: 'lane woken', laneId, parked: false };
  const denied = { kind: 'denied', waitMs: 3_600_000, reason: 'quota' };
  await eventually(() =>
    expect(logged.map((line) => JSON.parse(line) as unknown)).toEqual(
      expect.arrayContaining([
        expect.objectContaining(woken),
        expect.objectContaining({ level: 'debug', message: 'lane rests', laneId, denied }),
      ]),
    ),
  );
});

test('a lane in which nothing is left asks for no further slice', async () => {
  const work = unitWork(() => Promise.resolve('done'));
  const laneId = newId();
  const [id] = await add(laneId, 1);
  expect(await restLane(db.pool, work, { id: laneId, troubled: false, settled: 0 })).toBe(0);
  await db.pool.query("UPDATE unit SET due_at = clock_timestamp() + interval '1 hour' WHERE id = $1", [id]);
  expect(await restLane(db.pool, work, { id: laneId, troubled: false, settled: 0 })).toBeGreaterThan(
    3_590_000,
  );
  await db.pool.query('UPDATE unit SET due_at = NULL WHERE id = $1', [id]);
  expect(await restLane(db.pool, work, { id: laneId, troubled: false, settled: 0 })).toBeUndefined();
});

test('a unit that is to be tried later is tried when it is due, by the timer', async () => {
  const attempts: number[] = [];
  await run(({ attempt }) => {
    attempts.push(attempt);
    return Promise.resolve(attempt < 3 ? { retryInMs: 200 } : 'done');
  });
  const laneId = newId();
  await add(laneId, 1);
  waker().wake([laneId]);
  await eventually(async () => expect(await remaining()).toBe(0));
  expect(attempts).toEqual([1, 2, 3]);
});

async function laneDueAt(sql: string): Promise<string> {
  const laneId = newId();
  await add(laneId, 1);
  await db.pool.query(`UPDATE unit SET due_at = ${sql} WHERE lane_id = $1`, [laneId]);
  await db.pool.query(`UPDATE lane SET next_due_at = ${sql} WHERE id = $1`, [laneId]);
  return laneId;
}

test('a lane that is woken once more than it has work claims nothing', async () => {
  const claiming: string[] = [];
  await run(() => Promise.resolve('done'), {}, 8, {
    permits: (laneId, wanted) => {
      claiming.push(laneId);
      return Promise.resolve({ kind: 'granted', units: wanted });
    },
  });
  const idle = await laneDueAt('NULL');
  const busy = newId();
  await add(busy, 1);
  waker().wake([idle, busy]);
  await eventually(async () => expect(await remaining()).toBe(0));
  expect([...new Set(claiming)]).toEqual([busy]);
});

test('a lane that is woken before its first unit is due is drained when that is due', async () => {
  await run(() => Promise.resolve('done'), { sweepEveryMs: 3_600_000 });
  const laneId = await laneDueAt("clock_timestamp() + interval '300 ms'");
  waker().wake([laneId]);
  await eventually(async () => expect(await remaining()).toBe(0));
});

test('a lane whose row names the end of a lease that is over already is drained when it is woken', async () => {
  await run(() => Promise.resolve('done'), { sweepEveryMs: 3_600_000 });
  const laneId = await laneDueAt("clock_timestamp() + interval '1 h'");
  await db.pool.query('UPDATE unit SET due_at = clock_timestamp() WHERE lane_id = $1', [laneId]);
  waker().wake([laneId]);
  await eventually(async () => expect(await remaining()).toBe(0));
});

test('a slice hears what other processes tell of its lane, and no other does', async () => {
  const { usual } = queues;
  const told: ((laneId: string) => unknown)[] = [];
  queues.usual = {
    ...usual,
    work: (handler, options) => {
      if (options.onTold) told.push(options.onTold);
      return usual.work(handler, options);
    },
  };
  const hanging = Promise.withResolvers<'done'>();
  let begun = 0;
  await run(() => {
    begun += 1;
    return hanging.promise;
  });
  const laneId = newId();
  await add(laneId, 1);
  waker().wake([laneId]);
  await eventually(() => begun === 1);
  expect([laneId, newId()].map((id) => told[0]?.(id))).toEqual([true, false]);
  hanging.resolve('done');
});

test('a lane whose wake-up was lost is woken by the sweep', async () => {
  await run(() => Promise.resolve('done'), { sweepEveryMs: 200 });
  await add(newId(), 5);
  await eventually(async () => expect(await remaining()).toBe(0));
});

test('a unit that hangs keeps no other waiting, and moves its lane to the troubled ones until it ends', async () => {
  let release = (): void => undefined;
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const laneId = newId();
  const [stuck] = await add(laneId, 1);
  const others: string[] = [];
  await run(
    async ({ id }) => {
      if (id === stuck) await hanging;
      else others.push(id);
      return 'done';
    },
    { sliceMs: 200, lingerMs: 50 },
  );
  waker().wake([laneId]);
  await eventually(async () => expect((await laneRow(laneId))?.troubled).toBe(true));
  const later = await add(laneId, 3);
  waker().wake([laneId]);
  await eventually(() => expect(others.toSorted()).toEqual(later.toSorted()));
  release();
  await eventually(async () => expect(await remaining()).toBe(0));
});

test('units that hang keep no other waiting, also where they take most of the places', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<Outcome>();
  const laneId = newId();
  const stuck = await add(laneId, 3);
  const others: string[] = [];
  const perform = ({ id }: Unit): Promise<Outcome> => {
    if (stuck.includes(id)) return released;
    others.push(id);
    return Promise.resolve('done');
  };
  await run(perform, {}, 4);
  waker().wake([laneId]);
  const later = await add(laneId, 20);
  waker().wake([laneId]);
  await eventually(() => expect(others.toSorted()).toEqual(later.toSorted()));
  release('done');
  await eventually(async () => expect(await remaining()).toBe(0));
});

test('units that hang keep no other waiting, however often the lane is told of new work', async () => {
  const laneId = newId();
  const stuck = new Set(await add(laneId, 5));
  const hanging = Promise.withResolvers<'done'>();
  let begun = 0;
  const running = await run(
    ({ id }) => {
      begun += 1;
      return stuck.has(id) ? hanging.promise : Promise.resolve('done');
    },
    { sliceMs: 3_600_000, sweepEveryMs: 3_600_000 },
  );
  waker().wake([laneId]);
  await eventually(() => begun === 5);
  await add(laneId, 1);
  const telling = setInterval(() => running.poke(laneId), 2);
  await eventually(() => begun === 6).finally(() => clearInterval(telling));
  hanging.resolve('done');
});

test('a lease that was lost aborts the work, and its late outcome changes nothing', async () => {
  const aborted: number[] = [];
  const laneId = newId();
  const [id] = await add(laneId, 1);
  await run(
    (unit, lease) =>
      new Promise((resolve) => {
        if (unit.attempt > 1) {
          resolve('done');
          return;
        }
        lease.signal.addEventListener('abort', () => {
          aborted.push(unit.attempt);
          resolve({ retryInMs: 3_600_000 });
        });
        // Another process takes the unit during its first attempt.
        void db.pool.query('UPDATE unit SET attempt = 5, due_at = clock_timestamp() WHERE id = $1', [id]);
      }),
    { renewEveryMs: 100, sweepEveryMs: 300 },
  );
  waker().wake([laneId]);
  await eventually(() => expect(aborted).toEqual([1]));
  await eventually(async () => expect(await remaining()).toBe(0));
});

test('closing finishes what is under way and claims no more', async () => {
  let started = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<Outcome>();
  const perform = () => {
    started += 1;
    return released;
  };
  const lanes = await run(perform, {}, 4);
  const laneId = newId();
  await add(laneId, 50);
  waker().wake([laneId]);
  await eventually(() => expect(started).toBe(4));
  const closing = lanes.close();
  release('done');
  await closing;
  const { rows } = await db.pool.query<{ count: number }>(
    'SELECT count(*)::int FROM unit WHERE due_at IS NULL',
  );
  expect([rows[0]?.count, started]).toEqual([4, 4]);
});

test('closing wakes the lanes that rest for a permit, for another process', async () => {
  const never = { sweepEveryMs: 3_600_000 };
  let denied = 0;
  const lanes = await run(() => Promise.resolve('done'), never, 8, {
    permits: () => {
      denied += 1;
      return Promise.resolve({ kind: 'denied', waitMs: 1_000, reason: 'quota' });
    },
  });
  const laneId = newId();
  await add(laneId, 1);
  waker().wake([laneId]);
  await eventually(() => denied === 1);
  await lanes.close();
  await run(() => Promise.resolve('done'), never);
  await eventually(async () => expect(await remaining()).toBe(0));
  expect(denied).toBe(1);
});

test('a wake-up that is taken while a slice of its lane ends here is not lost', async () => {
  const { usual } = queues;
  const handlers: ((laneId: string) => Promise<unknown>)[] = [];
  let taken = 0;
  queues.usual = {
    ...usual,
    work: (handler, options) => {
      handlers.push(handler);
      return usual.work(handler, options);
    },
    // Another slot takes the first wake-up immediately.
    wake: async (laneId) => {
      taken += 1;
      if (taken > 1) return usual.wake(laneId);
      await handlers[0]?.(laneId);
      return true;
    },
  };
  await run(() => Promise.resolve('done'), { sliceMs: 1, sweepEveryMs: 3_600_000 }, 1);
  const laneId = newId();
  await add(laneId, 100);
  await usual.wake(laneId);
  await eventually(async () => expect(await remaining()).toBe(0));
  expect(taken).toBeGreaterThan(1);
});

test('a lane that is paused in its slice claims nothing more after it, and is drained again when it is resumed', async () => {
  const laneId = newId();
  const projectId = newId();
  const begun: string[] = [];
  let release = (): void => undefined;
  const hung = new Promise<void>((resolve) => {
    release = resolve;
  });
  await run(
    async ({ id }) => {
      begun.push(id);
      if (begun.length === 1) await hung;
      return 'done';
    },
    { sliceMs: 100, lingerMs: 20, sweepEveryMs: 50 },
    1,
  );
  await add(laneId, 3);
  await db.pool.query('UPDATE lane SET project_id = $2 WHERE id = $1', [laneId, projectId]);
  waker().wake([laneId]);
  await eventually(() => begun.length === 1);
  expect(await pauseLane(db.prisma, projectId, laneId, { by })).toMatchObject({
    kind: 'provider',
    park: { reason: 'paused' },
  });
  // The slice ended without its hanging unit.
  await eventually(async () => (await laneRow(laneId))?.troubled === true);
  release();
  await eventually(async () => (await remaining()) === 2);
  waker().wake([laneId]);
  const woken = await eventually(async () => {
    const { rows } = await db.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM lane WHERE id = $1 AND next_due_at <= clock_timestamp()
         AND coalesce(woken_at, '-infinity') < clock_timestamp() - interval '100 ms'`,
      [laneId],
    );
    return rows[0]?.n === 1;
  });
  expect({ woken, begun: begun.length }).toEqual({ woken: true, begun: 1 });
  await resumeLane(db.prisma, projectId, laneId);
  await eventually(async () => (await remaining()) === 0);
});
