import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CommitUnknownError, newId, openDatabase } from '@writ/db';
import { createClosing } from '@writ/service-kit';
import { databaseLink, eventually, patientConnection, testDatabase } from '@writ/test-kit';
import { closeDueBatches } from '../../index.ts';
import type { Pool } from 'pg';
import { anOperation } from '../../testing/an-operation.ts';
import { lockInOrder } from '../../order/record-order.ts';
import { recordJson } from '../../record-columns.ts';
import { acceptBatched } from './accept-batched.ts';
import { appendToBatches } from './append-to-batches.ts';
import { batchKeyOf, type BatchedWrite } from './auto-batch.ts';
import { batchLock } from './open-batches.ts';
import { createStoreBatched } from './store-batched.ts';

let closing = createClosing();
beforeEach(() => {
  closing = createClosing();
});
afterEach(() => closing.close());

/** Gateways on one database, each with what it remembers of batches, behind a link that can be broken. */
async function startGateways() {
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const link = closing.add(await databaseLink(server.url), (opened) => opened.close());
  const { pool } = closing.add(
    openDatabase({ url: link.url, maxConnections: 4, applicationName: 'test', limits: patientConnection }),
    (opened) => opened.close(),
  );
  const batches = async () => {
    const { rows } = await server.pool.query<{ stage: string; record_count: number; places: number[] }>(
      `SELECT stage, record_count, (SELECT array_agg(index ORDER BY index) FROM operation_record r
         WHERE r.project_id = o.project_id AND r.operation_id = o.id) AS places
       FROM operation o ORDER BY create_time, id`,
    );
    for (const { record_count: count, places } of rows)
      expect(places).toEqual(Array.from({ length: count }, (_, index) => index));
    return rows.map(({ stage, record_count: count }) => [stage, count]);
  };
  const lane = async () =>
    (
      await server.pool.query<{ due_in_s: number }>(
        'SELECT extract(epoch FROM next_due_at - clock_timestamp())::float8 AS due_in_s FROM lane',
      )
    ).rows[0]?.due_in_s;
  const passDelays = () =>
    server.pool.query("UPDATE operation SET due_at = clock_timestamp() WHERE stage = 'accumulating'");
  let nowMs = 0;
  const pass = (ms: number) => void (nowMs += ms);
  const gateway = () => createStoreBatched(pool, () => nowMs, { records: 100, bytes: 20_000 });
  return { link, pool, direct: server.pool, batches, lane, passDelays, pass, gateway };
}

const target = anOperation();
const writes = (count: number, changes: Partial<BatchedWrite> = {}): BatchedWrite[] =>
  Array.from({ length: count }, (_, at) => ({
    ...target,
    type: 'create',
    maxDelayMinutes: 5,
    requestId: `r${at}`,
    record: { fields: { n: 1 } },
    ...changes,
  }));

test('a group fills what is open, closes it and opens the next one; the lane is due when they are', async () => {
  const { gateway, batches, lane } = await startGateways();
  const store = gateway();
  const first = await store(writes(30));
  expect(first).toHaveLength(30);
  expect(first[0]).toMatchObject({ kind: 'stored', due: 'anew' });
  expect(await lane()).toBeGreaterThan(290);
  expect((await store(writes(30)))[0]).toMatchObject({ due: 'later' });
  const third = await store(writes(150));
  expect(third.map((one) => (one.kind === 'stored' ? one.due : one.kind))).toEqual(Array(150).fill('anew'));
  expect(await lane()).toBeLessThanOrEqual(0);
  expect(await batches()).toEqual([
    ['executing', 100],
    ['executing', 100],
    ['accumulating', 10],
  ]);
});

test('gateways that remember different things leave no gap and open no second batch', async () => {
  const { gateway, batches, pass } = await startGateways();
  const gateways = [gateway(), gateway(), gateway()];
  await Promise.all(
    gateways.map(async (store) => {
      for (let at = 0; at < 7; at += 1) {
        await store(writes(10));
        // Each tries again by itself now and then.
        pass(at % 2 === 0 ? 1_000 : 0);
      }
    }),
  );
  expect((await batches()).toSorted()).toEqual([
    ['accumulating', 10],
    ['executing', 100],
    ['executing', 100],
  ]);
});

test('what begins a batch waits for who has locked its key', async () => {
  const { gateway, pool, batches } = await startGateways();
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await acceptBatched(holder, writes(1));
    const stored = gateway()(writes(1));
    await eventually(async () => {
      const { rows } = await pool.query(
        `SELECT wait_event FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toEqual([{ wait_event: 'advisory' }]);
    });
    await holder.query('COMMIT');
    await stored;
  } finally {
    holder.release();
  }
  expect(await batches()).toEqual([['accumulating', 2]]);
});

/** Four of them fit into a batch. */
const large = (count: number, changes: Partial<BatchedWrite> = {}) =>
  writes(count, { record: { fields: { text: 'x'.repeat(4_900) } }, ...changes });

test('a group of large records closes what has no room for them, fills whole batches and opens the rest', async () => {
  const { gateway, batches, lane } = await startGateways();
  const store = gateway();
  await store(large(3));
  expect((await store(large(1)))[0]).toMatchObject({ due: 'later' });
  expect(await lane()).toBeGreaterThan(290);
  const answers = await store(large(10));
  expect(answers.map((one) => (one.kind === 'stored' ? one.due : one.kind))).toEqual(Array(10).fill('anew'));
  expect(await lane()).toBeLessThanOrEqual(0);
  expect((await store(large(3)))[0]).toMatchObject({ due: 'already' });
  expect(await batches()).toEqual([
    ['executing', 4],
    ['executing', 4],
    ['executing', 4],
    ['executing', 4],
    ['accumulating', 1],
  ]);
});

test('under the lock of its key, too, a batch without room is closed and its lane is due at once', async () => {
  const { gateway, batches, lane } = await startGateways();
  const [one, other] = [gateway(), gateway()];
  await one(large(2));
  await other(large(2));
  expect(await lane()).toBeGreaterThan(290);
  // What it remembers is of no use: the other one has been there.
  expect((await one(large(1)))[0]).toMatchObject({ due: 'anew' });
  expect(await lane()).toBeLessThanOrEqual(0);
  expect((await one(large(4)))[0]).toMatchObject({ due: 'already' });
  expect(await batches()).toEqual([
    ['executing', 4],
    ['executing', 4],
    ['accumulating', 1],
  ]);
});

test('gateways that fill the same batches with large records put no more into one than fits', async () => {
  const { gateway, batches, pass } = await startGateways();
  const gateways = [gateway(), gateway(), gateway()];
  await Promise.all(
    gateways.map(async (store) => {
      for (let at = 0; at < 7; at += 1) {
        await store(large(3));
        pass(at % 2 === 0 ? 1_000 : 0);
      }
    }),
  );
  expect((await batches()).toSorted()).toEqual([
    ['accumulating', 3],
    ...Array.from({ length: 15 }, () => ['executing', 4]),
  ]);
});

test.each(['loseAnswerTo', 'lose'] as const)(
  'a batch that is closed by a statement whose answer was lost is closed once: %s',
  async (lose) => {
    const { link, gateway, batches, lane } = await startGateways();
    const store = gateway();
    await store(large(4));
    link[lose]('grow-batches');
    expect(await store(large(1))).toMatchObject([{ kind: 'stored' }]);
    expect(link.losses()).toBe(1);
    expect(await lane()).toBeLessThanOrEqual(0);
    expect(await batches()).toEqual([
      ['executing', 4],
      ['accumulating', 1],
    ]);
  },
);

test('lanes are locked last, as a transaction does: what waits for a batch holds up no lane', async () => {
  const { gateway, pool } = await startGateways();
  const store = gateway();
  await store(writes(3));
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM operation FOR UPDATE');
    // Its lane is due later, and is to be due now.
    const stored = store(writes(100));
    await eventually(async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    });
    const { rowCount: free } = await holder.query('SELECT FROM lane FOR UPDATE SKIP LOCKED');
    expect(free).toBe(1);
    await holder.query('COMMIT');
    await stored;
  } finally {
    holder.release();
  }
});

test('a batch that the worker has closed meanwhile takes no record', async () => {
  const { gateway, pool, batches, passDelays, pass } = await startGateways();
  const store = gateway();
  await store(writes(3));
  await passDelays();
  expect(await closeDueBatches(pool, target.laneId)).toBe(1);
  await store(writes(2));
  await store(writes(2));
  pass(1_000);
  await store(writes(2));
  expect(await batches()).toEqual([
    ['executing', 3],
    ['accumulating', 6],
  ]);
});

test('updates that close a batch take their places in line', async () => {
  const { gateway, pool, batches } = await startGateways();
  const store = gateway();
  const updates = (from: number) =>
    writes(60, { type: 'update' }).map((write, at) => ({
      ...write,
      record: { id: String(from + at), fields: { n: 1 } },
    }));
  await store(updates(0));
  await store(updates(60));
  expect(await batches()).toEqual([
    ['executing', 100],
    ['accumulating', 20],
  ]);
  const { rowCount } = await pool.query('SELECT FROM operation_order_key');
  expect(rowCount).toBe(100);
});

/** The lanes of the batches, in the order in which they opened, and how many records each holds. */
const lanesOf = async (pool: Pool) =>
  (
    await pool.query<{ lane: string; stage: string; count: number }>(
      `SELECT lane_id AS lane, stage, record_count AS count FROM operation ORDER BY create_time, id`,
    )
  ).rows.map(({ lane, stage, count }) => [lane, stage, count]);

test.each(['create', 'update'] as const)(
  'what is accepted after an installation has moved goes into a batch of the new account: %s',
  async (type) => {
    const { gateway, pool } = await startGateways();
    const moved = { account: 'elsewhere', laneId: newId() };
    const some = (count: number, n: number, changes: Partial<BatchedWrite> = {}) =>
      writes(count, {
        type,
        record: { ...(type === 'update' && { id: String(n) }), fields: { n } },
        ...changes,
      });
    const [store, other] = [gateway(), gateway()];
    await store(some(2, 1));
    await other(some(1, 2));
    // Postgres places what the first one has, since the other was there; each closes what collects for the account before.
    await store(some(3, 3));
    await store(some(2, 4, moved));
    await store([...some(1, 5, moved), ...some(2, 6)]);
    await gateway()(some(4, 7, moved));
    expect(await lanesOf(pool)).toEqual([
      [target.laneId, 'executing', 6],
      [moved.laneId, 'executing', 3],
      [target.laneId, 'executing', 2],
      [moved.laneId, 'accumulating', 4],
    ]);
    const { rows: lanes } = await pool.query(
      'SELECT account FROM lane WHERE next_due_at <= clock_timestamp() ORDER BY account',
    );
    expect(lanes).toEqual([{ account: 'acme' }, { account: 'elsewhere' }]);
  },
);

test.each([
  ['loseAnswerTo', 0],
  ['lose', 0],
  ['loseAnswerTo', 30],
  ['lose', 30],
] as const)(
  'what a broken connection leaves unknown is stored once: %s, with %d before',
  async (lose, before) => {
    const { link, gateway, batches, lane } = await startGateways();
    const store = gateway();
    if (before > 0) await store(writes(before));
    link[lose]('grow-batches');
    const answers = await store(writes(5));
    expect(link.losses()).toBe(1);
    expect(answers).toHaveLength(5);
    expect(answers[0]).toMatchObject({ kind: 'stored' });
    expect(await batches()).toEqual([['accumulating', before + 5]]);
    expect(await lane()).toBeGreaterThan(290);
    await store(writes(5));
    expect(await batches()).toEqual([['accumulating', before + 10]]);
  },
);

test('what another caller with the same request id has stored in the place is not taken for a lost write', async () => {
  const { link, gateway, batches } = await startGateways();
  const [store, other] = [gateway(), gateway()];
  await store(writes(30));
  await other(writes(5, { record: { fields: { n: 2 } } }));
  link.lose('grow-batches');
  await expect(store(writes(5))).rejects.toThrow(CommitUnknownError);
  expect(await batches()).toEqual([['accumulating', 35]]);
});

/** Sent by a gateway that has met another one. */
const together = { records: 100, bytes: 20_000 };

test.each([
  ['loseAnswerTo', 'COMMIT'],
  ['lose', 'COMMIT'],
  ['lose', 'append-to-batches'],
] as const)(
  'what others fill, too, is stored once where a connection breaks: %s %s',
  async (lose, statement) => {
    const { link, pool, gateway, batches, lane } = await startGateways();
    await gateway()(writes(98));
    link[lose](statement);
    const answers = await appendToBatches(pool, writes(5), together);
    expect(link.losses()).toBe(1);
    expect(await batches()).toEqual([
      ['executing', 100],
      ['accumulating', 3],
    ]);
    expect(await lane()).toBeLessThanOrEqual(0);
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM operation ORDER BY create_time');
    const [full, next] = rows.map(({ id }) => ({ kind: 'stored', operationId: id, due: 'anew' }));
    expect(answers).toEqual([full, full, next, next, next]);
  },
);

test('writes of several projects whose commit lost its answer are stored once, whichever comes first', async () => {
  const { link, pool, direct, batches } = await startGateways();
  // Postgres may sort what one aggregate needs for all of them, or not.
  await direct.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_presorted_aggregate = off', current_database()); END $$`,
  );
  const [smaller, larger] = [newId(), newId()];
  link.loseAnswerTo('COMMIT');
  const answers = await appendToBatches(
    pool,
    [larger, smaller].flatMap((projectId) => writes(2, { projectId, configId: newId(), laneId: newId() })),
    together,
  );
  expect(link.losses()).toBe(1);
  expect(answers).toHaveLength(4);
  expect(await batches()).toEqual([
    ['accumulating', 2],
    ['accumulating', 2],
  ]);
});

test('a repetition waits for a first try that Postgres still runs', async () => {
  const { link, pool, direct, gateway, batches } = await startGateways();
  const [first] = writes(1);
  await gateway()(writes(1));
  const holder = await direct.connect();
  try {
    await holder.query('BEGIN');
    await lockInOrder(holder, first ? [batchLock(batchKeyOf(first))] : []);
    const storing = appendToBatches(pool, writes(5), together);
    await eventually(async () => expect(await waiting(direct)).toBe(1));
    link.breakConnections();
    await eventually(async () => expect(await waiting(direct)).toBe(2));
    await holder.query('COMMIT');
    expect(await storing).toHaveLength(5);
  } finally {
    holder.release();
  }
  await eventually(async () => expect(await waiting(direct)).toBe(0));
  expect(await batches()).toEqual([['accumulating', 6]]);
});

/** How many wait for the lock of a key. */
const waiting = async (pool: Pool): Promise<number | null> =>
  (
    await pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
    )
  ).rowCount;

test('what a gateway has handed over is committed while the gateway hears nothing', async () => {
  const { link, pool, direct, batches } = await startGateways();
  await appendToBatches(pool, writes(1), together);
  const goOn = link.keepAnswers();
  const storing = appendToBatches(pool, writes(5), together);
  await eventually(async () => expect(await batches()).toEqual([['accumulating', 6]]));
  expect(await waiting(direct)).toBe(0);
  goOn();
  expect(await storing).toHaveLength(5);
});

test.each([
  ['updates that fill a batch, which take their places in line', writes(100, { type: 'update' })],
  ['records that fill a batch by their bytes', large(5)],
])('left to the gateway, with nothing stored: %s', async (_, group) => {
  const { pool, batches } = await startGateways();
  expect(await appendToBatches(pool, group, together)).toBeUndefined();
  expect(await batches()).toEqual([]);
});

test('what a batch holds together is told of it: its longest deadline, its delay, its notes', async () => {
  const { pool, direct } = await startGateways();
  const note = (msg: string) => ({ severity: 'INFO' as const, msg, details: { note: 'x' } });
  const [one, other] = writes(2);
  if (!one || !other) throw new Error('Two writes were made');
  await appendToBatches(pool, [{ ...one, deadlineHours: 3, maxDelayMinutes: 2 }], together);
  await appendToBatches(
    pool,
    [
      { ...other, deadlineHours: 9, maxDelayMinutes: 30, notes: [note('a')] },
      { ...one, deadlineHours: 1, forwardHeaders: [{ key: 'x', value: 'y' }] },
    ],
    together,
  );
  const { rows } = await direct.query(
    `SELECT deadline_hours, extract(epoch FROM due_at - create_time)::int AS delay_s, record_bytes FROM operation`,
  );
  expect(rows).toEqual([{ deadline_hours: 9, delay_s: 120, record_bytes: 3 * recordJson(one.record).bytes }]);
  const { rows: notes } = await direct.query('SELECT msg, details FROM operation_log');
  expect(notes).toEqual([{ msg: 'a', details: { note: 'x', records: [1] } }]);
  const { rows: headers } = await direct.query(
    'SELECT index, forward_headers FROM operation_record WHERE forward_headers IS NOT NULL',
  );
  expect(headers).toEqual([{ index: 2, forward_headers: [{ key: 'x', value: 'y' }] }]);
});
