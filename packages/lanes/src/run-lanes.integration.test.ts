import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, newId, openDatabase, type Database } from '@writ/db';
import { openJobQueue, type JobQueue } from '@writ/job-queue';
import { createAppLogger, createClosing, createMetrics, type Closing } from '@writ/service-kit';
import { eventually, testDatabase, testRedis } from '@writ/test-kit';
import {
  createLaneWaker,
  pauseLane,
  resumeLane,
  runLanes,
  touchLanes,
  usualLaneTimes,
  type ClaimLeave,
  type LaneTimes,
  type LaneWork,
  type Lease,
} from './index.ts';
import { restLane } from './lane-rows.ts';

type Unit = { id: string; attempt: number };
type Outcome = 'done' | { retryInMs: number };

let closing: Closing;
let db: Database;
let queues: { usual: JobQueue; troubled: JobQueue };
const logger = createAppLogger({ service: 'test', level: 'error' });

beforeEach(async () => {
  closing = createClosing();
  const own = closing.add(await testDatabase(), (database) => database.drop());
  db = closing.add(openDatabase({ url: own.url, maxConnections: 8, applicationName: 'test' }), (d) =>
    d.close(),
  );
  await db.pool.query(
    `CREATE TABLE unit (id uuid PRIMARY KEY, lane_id uuid, due_at timestamptz, attempt int DEFAULT 0)`,
  );
  const redis = closing.add(testRedis(), (r) => r.clear());
  const open = async (name: string) =>
    closing.add(
      await openJobQueue({ backend: { redisUrl: redis.url }, prefix: redis.prefix, name, logger }),
      (queue) => queue.close(),
    );
  queues = { usual: await open('usual'), troubled: await open('troubled') };
});
afterEach(() => closing.close());

/** Units in a table of the test's own: the least that a lane can hold. */
const unitWork = (perform: (unit: Unit, lease: Lease) => Promise<Outcome>): LaneWork<Unit, Outcome> => ({
  kind: 'provider',
  claim: async (laneId, limit, leaseMs) => {
    const { rows } = await db.pool.query<Unit>(
      `UPDATE unit SET attempt = attempt + 1, due_at = clock_timestamp() + $3 * interval '1 ms'
       WHERE id IN (SELECT id FROM unit WHERE lane_id = $1 AND due_at <= clock_timestamp() LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING id, attempt`,
      [laneId, limit, leaseMs],
    );
    return rows;
  },
  renew: async (units, leaseMs) => {
    const { rows } = await db.pool.query<Unit>(
      `UPDATE unit SET due_at = clock_timestamp() + $3 * interval '1 ms'
       FROM unnest($1::uuid[], $2::int[]) AS held (id, attempt)
       WHERE unit.id = held.id AND unit.attempt = held.attempt RETURNING unit.id`,
      [units.map(({ id }) => id), units.map(({ attempt }) => attempt), leaseMs],
    );
    const ours = new Set(rows.map(({ id }) => id));
    return new Set(units.filter(({ id }) => ours.has(id)));
  },
  perform,
  settle: async (done) => {
    await db.pool.query(
      `UPDATE unit SET due_at = clock_timestamp() + given.wait_ms * interval '1 ms'
       FROM unnest($1::uuid[], $2::int[], $3::float8[]) AS given (id, attempt, wait_ms)
       WHERE unit.id = given.id AND unit.attempt = given.attempt`,
      [
        done.map(({ unit }) => unit.id),
        done.map(({ unit }) => unit.attempt),
        done.map(({ outcome }) => (outcome === 'done' ? null : outcome.retryInMs)),
      ],
    );
  },
  nextDueAt: async (tx, laneId) => {
    const { rows } = await tx.query<{ due_at: Date | null }>(
      'SELECT min(due_at) AS due_at FROM unit WHERE lane_id = $1',
      [laneId],
    );
    return rows[0]?.due_at ?? undefined;
  },
});

const run = async (
  perform: (unit: Unit, lease: Lease) => Promise<Outcome>,
  times: Partial<LaneTimes> = {},
  concurrency = 8,
  permits?: (laneId: string, wanted: number) => Promise<ClaimLeave>,
) =>
  closing.add(
    await runLanes({
      work: { ...unitWork(perform), ...(permits && { permits }) },
      pool: db.pool,
      queues,
      slots: { usual: 4, troubled: 1 },
      concurrency,
      times: { ...usualLaneTimes, ...times },
      logger,
      metrics: createMetrics({ service: 'test', defaults: false }),
    }),
    (running) => running.close(),
  );

/** Adds units to a lane, as an accepting transaction does. */
const add = (laneId: string, count: number): Promise<string[]> =>
  inTransaction(db.pool, async (tx) => {
    const ids = Array.from({ length: count }, newId);
    await tx.query(
      'INSERT INTO unit (id, lane_id, due_at) SELECT id, $2, clock_timestamp() FROM unnest($1::uuid[]) id',
      [ids, laneId],
    );
    await touchLanes(tx, [{ id: laneId, projectId: newId(), kind: 'provider', name: 'test' }]);
    return ids;
  });

const waker = () => createLaneWaker({ queue: queues.usual, logger, onFailure: () => undefined });
const remaining = async (): Promise<number> =>
  (await db.pool.query('SELECT 1 FROM unit WHERE due_at IS NOT NULL')).rowCount ?? 0;
const laneRow = async (laneId: string) =>
  (
    await db.pool.query<{ next_due_at: Date | null; troubled: boolean }>('SELECT * FROM lane WHERE id = $1', [
      laneId,
    ])
  ).rows[0];

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

test('a lane in which nothing is left asks for no further turn', async () => {
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
        // Somebody else takes the unit while its first attempt is under way.
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

test('a lane that is paused in its turn claims nothing more after it, and is drained again when it is resumed', async () => {
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
  expect(await pauseLane(db.pool, projectId, laneId)).toBe('provider');
  // The turn has ended without its unit, which hangs; from now on nobody may take another.
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
  await resumeLane(db.pool, projectId, laneId);
  await eventually(async () => (await remaining()) === 0);
});

/** Claims that are asked for, answered as the test says; no more than it allows. */
const leaves = () => {
  let answer: ClaimLeave = { kind: 'granted', units: 100 };
  const asked: number[] = [];
  return {
    asked,
    set: (next: ClaimLeave) => {
      answer = next;
    },
    permits: (_laneId: string, wanted: number): Promise<ClaimLeave> => {
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

test('no more units are claimed than there is leave for', async () => {
  const leave = leaves();
  leave.set({ kind: 'granted', units: 2 });
  const claims: number[] = [];
  const work = unitWork(() => Promise.resolve('done'));
  const lanes = await runLanes({
    work: {
      ...work,
      permits: leave.permits,
      claim: (laneId, limit, leaseMs) => {
        claims.push(limit);
        return work.claim(laneId, limit, leaseMs);
      },
    },
    ...{
      pool: db.pool,
      queues,
      slots: { usual: 4, troubled: 1 },
      concurrency: 8,
      times: usualLaneTimes,
      logger,
    },
    metrics: createMetrics({ service: 'test', defaults: false }),
  });
  closing.add(lanes, (running) => running.close());
  const laneId = newId();
  await add(laneId, 20);
  waker().wake([laneId]);
  await eventually(async () => (await remaining()) === 0);
  expect(Math.max(...claims)).toBe(2);
});

test('a lane without leave claims nothing, is parked with its reason, and goes on by itself at its time', async () => {
  const leave = leaves();
  leave.set({ kind: 'denied', waitMs: 1_500, reason: 'outage' });
  let performed = 0;
  await run(() => Promise.resolve(((performed += 1), 'done')), {}, 8, leave.permits);
  const laneId = newId();
  await add(laneId, 3);
  waker().wake([laneId]);
  await eventually(async () => (await parkOf(laneId))?.park_reason === 'outage');
  leave.set({ kind: 'granted', units: 100 });
  expect({ performed, asked: leave.asked.length }).toEqual({ performed: 0, asked: 1 });
  await eventually(async () => (await remaining()) === 0);
  expect(await parkOf(laneId)).toMatchObject({ park_reason: 'outage', ahead_ms: expect.any(Number) });
  expect((await parkOf(laneId))?.ahead_ms).toBeLessThan(0);
});

test('a parked lane whose timer was lost is woken by the sweep when its time has come', async () => {
  const leave = leaves();
  leave.set(long);
  await run(() => Promise.resolve('done'), { sweepEveryMs: 100 }, 8, leave.permits);
  const laneId = newId();
  await add(laneId, 3);
  waker().wake([laneId]);
  await eventually(async () => (await parkOf(laneId))?.park_reason === 'quota');
  leave.set({ kind: 'granted', units: 100 });
  // The timer is an hour away; the row says that the time has come.
  await db.pool.query('UPDATE lane SET parked_until = clock_timestamp() WHERE id = $1', [laneId]);
  await eventually(async () => (await remaining()) === 0);
});

test('wake-ups of a parked lane do nothing', async () => {
  const leave = leaves();
  leave.set(long);
  await run(() => Promise.resolve('done'), {}, 8, leave.permits);
  const laneId = newId();
  const other = newId();
  await add(laneId, 3);
  waker().wake([laneId]);
  await eventually(async () => (await parkOf(laneId))?.park_reason === 'quota');
  const asked = leave.asked.length;
  waker().wake([laneId]);
  // The wake-up of another lane has been taken after it.
  await add(other, 1);
  waker().wake([other]);
  await eventually(() => leave.asked.length > asked);
  await eventually(async () => (await parkOf(other))?.park_reason === 'quota');
  expect(leave.asked).toHaveLength(asked + 1);
});

test('a lane that an operator pauses stays paused, whatever its account says', async () => {
  const leave = leaves();
  const laneId = newId();
  const projectId = newId();
  let paused = false;
  const pausing = async (id: string, wanted: number): Promise<ClaimLeave> => {
    await pauseLane(db.pool, projectId, laneId);
    paused = true;
    return leave.permits(id, wanted);
  };
  leave.set(long);
  await run(() => Promise.resolve('done'), {}, 8, pausing);
  await add(laneId, 3);
  await db.pool.query('UPDATE lane SET project_id = $2 WHERE id = $1', [laneId, projectId]);
  waker().wake([laneId]);
  await eventually(() => paused);
  // The end of the turn tells the row what is left, after it would have parked it.
  await eventually(async () => (await laneRow(laneId))?.next_due_at !== null);
  expect(await parkOf(laneId)).toEqual({ park_reason: 'paused', ahead_ms: null });
});

test('a lane that has leave again in a moment is not parked, and holds no slot meanwhile', async () => {
  const leave = leaves();
  leave.set({ kind: 'denied', waitMs: 50, reason: 'quota' });
  const performed: string[] = [];
  const waiting = newId();
  await run(
    ({ id }) => Promise.resolve((performed.push(id), 'done' as const)),
    {},
    8,
    (laneId, wanted) =>
      laneId === waiting
        ? leave.permits(laneId, wanted)
        : Promise.resolve({ kind: 'granted', units: wanted }),
  );
  await add(waiting, 2);
  waker().wake([waiting]);
  await eventually(() => leave.asked.length >= 3);
  expect((await parkOf(waiting))?.park_reason).toBeNull();
  const others = Array.from({ length: 8 }, newId);
  for (const other of others) await add(other, 1);
  waker().wake(others);
  await eventually(() => performed.length === 8);
  leave.set({ kind: 'granted', units: 100 });
  await eventually(async () => (await remaining()) === 0);
});
