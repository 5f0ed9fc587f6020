import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { createClosing } from '@writ/service-kit';
import { eventually, testDatabase } from '@writ/test-kit';
import { closeDueBatches } from '../../index.ts';
import type { Pool } from 'pg';
import { anOperation } from '../../testing/an-operation.ts';
import { recordJson } from '../../record-columns.ts';
import { storeBatched } from '../store-acceptances.ts';
import { acceptBatched } from './accept-batched.ts';
import type { BatchedWrite } from './auto-batch.ts';

let closing = createClosing();
beforeEach(() => {
  closing = createClosing();
});
afterEach(() => closing.close());

async function startGateways() {
  const server = closing.add(await testDatabase(), (opened) => opened.drop());
  const { pool } = server;
  const batches = async () => {
    const { rows } = await pool.query<{ stage: string; record_count: number; places: number[] }>(
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
      await pool.query<{ due_in_s: number }>(
        'SELECT extract(epoch FROM next_due_at - clock_timestamp())::float8 AS due_in_s FROM lane',
      )
    ).rows[0]?.due_in_s;
  const passDelays = () =>
    pool.query("UPDATE operation SET due_at = clock_timestamp() WHERE stage = 'accumulating'");
  const store = (given: readonly BatchedWrite[]) =>
    storeBatched(pool, given, { records: 100, bytes: 20_000 });
  return { pool, batches, lane, passDelays, store };
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
  const { store, batches, lane } = await startGateways();
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

test('what begins a batch waits for who has locked its key', async () => {
  const { store, pool, batches } = await startGateways();
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await acceptBatched(holder, writes(1));
    const stored = store(writes(1));
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

/** Four fit into a batch. */
const large = (count: number, changes: Partial<BatchedWrite> = {}) =>
  writes(count, { record: { fields: { text: 'x'.repeat(4_900) } }, ...changes });

test('a group of large records closes what has no room for them, fills whole batches and opens the rest', async () => {
  const { store, batches, lane } = await startGateways();
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

test('lanes are locked last: what waits for a batch holds up no lane', async () => {
  const { store, pool } = await startGateways();
  await store(writes(3));
  const holder = await pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM operation FOR UPDATE');
    // Its lane is due later.
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
  const { store, pool, batches, passDelays } = await startGateways();
  await store(writes(3));
  await passDelays();
  expect(await closeDueBatches(pool, target.laneId)).toBe(1);
  await store(writes(2));
  await store(writes(2));
  expect(await batches()).toEqual([
    ['executing', 3],
    ['accumulating', 4],
  ]);
});

test('updates that close a batch take their places in line', async () => {
  const { store, pool, batches } = await startGateways();
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

/** In opening order. */
const lanesOf = async (pool: Pool) =>
  (
    await pool.query<{ lane: string; stage: string; count: number }>(
      `SELECT lane_id AS lane, stage, record_count AS count FROM operation ORDER BY create_time, id`,
    )
  ).rows.map(({ lane, stage, count }) => [lane, stage, count]);

test.each(['create', 'update'] as const)(
  'what is accepted after an installation has moved goes into a batch of the new account: %s',
  async (type) => {
    const { store, pool } = await startGateways();
    const moved = { account: 'elsewhere', laneId: newId() };
    const some = (count: number, n: number, changes: Partial<BatchedWrite> = {}) =>
      writes(count, {
        type,
        record: { ...(type === 'update' && { id: String(n) }), fields: { n } },
        ...changes,
      });
    await store(some(2, 1));
    await store(some(1, 2));
    // Each closes the other account's batch.
    await store(some(3, 3));
    await store(some(2, 4, moved));
    await store([...some(1, 5, moved), ...some(2, 6)]);
    await store(some(4, 7, moved));
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

test('what a batch holds together is told of it: its longest deadline, its delay, its notes', async () => {
  const { pool, store } = await startGateways();
  const note = (msg: string) => ({ severity: 'INFO' as const, msg, details: { note: 'x' } });
  const [one, other] = writes(2);
  if (!one || !other) throw new Error('Two writes were made');
  await store([{ ...one, deadlineHours: 3, maxDelayMinutes: 2 }]);
  await store([
    { ...other, deadlineHours: 9, maxDelayMinutes: 30, notes: [note('a')] },
    { ...one, deadlineHours: 1, forwardHeaders: [{ key: 'x', value: 'y' }] },
  ]);
  const { rows } = await pool.query(
    `SELECT deadline_hours, extract(epoch FROM due_at - create_time)::int AS delay_s, record_bytes FROM operation`,
  );
  expect(rows).toEqual([{ deadline_hours: 9, delay_s: 120, record_bytes: 3 * recordJson(one.record).bytes }]);
  const { rows: notes } = await pool.query('SELECT msg, details FROM operation_log');
  expect(notes).toEqual([{ msg: 'a', details: { note: 'x', records: [1] } }]);
  const { rows: headers } = await pool.query(
    'SELECT index, forward_headers FROM operation_record WHERE forward_headers IS NOT NULL',
  );
  expect(headers).toEqual([{ index: 2, forward_headers: [{ key: 'x', value: 'y' }] }]);
});
