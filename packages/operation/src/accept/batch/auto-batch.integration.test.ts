import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { acceptBatched } from './accept-batched.ts';
import { acceptOperations } from '../accept-operations.ts';
import {
  claimOperations,
  closeDueBatches,
  findOperation,
  nextDueOperations,
  operationLog,
} from '../../index.ts';
import type { BatchedWrite } from './auto-batch.ts';
import { recordJson } from '../../record-columns.ts';
import { anOperation, aTarget, viewOperation } from '../../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 10 });
});
afterAll(() => db.close());

let target: Omit<BatchedWrite, 'record' | 'type' | 'requestId'>;
beforeEach(() => {
  target = {
    ...aTarget(),
    laneId: newId(),
    maxDelayMinutes: 5,
    deadlineHours: 1,
    forwardHeaders: [],
    notes: [],
  };
});
const aWrite = (changes: Partial<BatchedWrite> = {}): BatchedWrite => ({
  ...target,
  type: 'create',
  requestId: newId(),
  record: { fields: { n: 1 } },
  ...changes,
});
const accept = async (...writes: BatchedWrite[]) =>
  (await inTransaction(db.pool, (tx) => acceptBatched(tx, writes))).map(({ operationId }) => operationId);
const many = (count: number) => Array.from({ length: count }, () => aWrite());
const claim = () => claimOperations(db.pool, [{ laneId: target.laneId, limit: 10 }], 15_000);
const delayPasses = () =>
  db.pool.query(
    "UPDATE operation SET due_at = clock_timestamp() WHERE lane_id = $1 AND stage = 'accumulating'",
    [target.laneId],
  );

test('single writes accumulate in one operation and are not claimed before their time', async () => {
  const [first] = await accept(aWrite());
  const [second] = await accept(aWrite({ maxDelayMinutes: 60, deadlineHours: 3 }));
  expect(second).toBe(first);
  expect(await closeDueBatches(db.pool, target.laneId)).toBe(0);
  expect(await claim()).toEqual([]);
  const operation = await viewOperation(db.prisma, target.projectId, first ?? '');
  expect(operation).toMatchObject({
    status: 'in_progress',
    recordCount: 2,
    stage: 'accumulating',
    waiting: { reason: 'batch' },
  });
  const runsInMs = (operation?.dueAt?.getTime() ?? 0) - (operation?.createTime.getTime() ?? 0);
  expect(Math.round(runsInMs / 60_000)).toBe(5);
  const deadlineInMs = (operation?.deadline?.getTime() ?? 0) - (operation?.createTime.getTime() ?? 0);
  expect(Math.round(deadlineInMs / 60_000)).toBe(3 * 60 + 5);
});

test('at a hundred records the batch runs at once, and the next record opens another', async () => {
  const [first] = await accept(...many(99));
  const ids = await accept(...many(2));
  expect(ids[0]).toBe(first);
  expect(ids[1]).not.toBe(first);
  const [claimed, ...others] = await claim();
  expect(others).toEqual([]);
  expect(claimed).toMatchObject({ id: first, form: 'batch', deadlineHours: 1 });
  expect(claimed?.pending.map(({ index }) => index)).toEqual(
    Array.from({ length: 100 }, (_, index) => index),
  );
});

/** `n` identifies the write. */
const aWriteOf = (bytes: number, n: number, changes: Partial<BatchedWrite> = {}): BatchedWrite => {
  const { bytes: empty } = recordJson({ fields: { n, text: '' } });
  return aWrite({ ...changes, record: { fields: { n, text: 'x'.repeat(bytes - empty) } } });
};
const acceptSmall = (...writes: BatchedWrite[]) =>
  inTransaction(db.pool, (tx) => acceptBatched(tx, writes, { records: 100, bytes: 1_000 }));
const batchesHeld = async () => {
  const { rows } = await db.pool.query<{ stage: string; record_bytes: number; held: number[] }>(
    `SELECT stage, record_bytes, (SELECT array_agg((planned->>'n')::int ORDER BY index) FROM operation_record
       WHERE operation_id = o.id) AS held
     FROM operation o WHERE lane_id = $1 ORDER BY position`,
    [target.laneId],
  );
  return rows.map(({ stage, record_bytes: bytes, held }) => [stage, bytes, held]);
};

test('a batch that has no room for the next record runs at once, in its place in line', async () => {
  await acceptSmall(aWriteOf(400, 1), aWriteOf(400, 2));
  const [place] = await acceptSmall(aWriteOf(300, 3));
  expect(place?.due).toBe('anew');
  await acceptSmall(...[4, 5, 6, 7].map((n) => aWriteOf(n === 5 ? 2_000 : 600, n)));
  expect(await batchesHeld()).toEqual([
    ['executing', 800, [1, 2]],
    ['executing', 900, [3, 4]],
    ['executing', 2_000, [5]],
    ['executing', 600, [6]],
    ['accumulating', 600, [7]],
  ]);
  const claimed = await claim();
  expect(claimed.flatMap(({ pending }) => pending.map(({ planned }) => planned.fields['n']))).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
});

test('updates whose batch is closed by one that found no room take their places in line', async () => {
  const update = (bytes: number, n: number): BatchedWrite => {
    const write = aWriteOf(bytes, n);
    return { ...write, type: 'update', record: { ...write.record, id: String(n % 2) } };
  };
  await acceptSmall(update(400, 1), update(400, 2));
  await acceptSmall(update(1_000, 3));
  const { rows } = await db.pool.query(
    `SELECT o.record_bytes FROM operation_order_key k JOIN operation o ON o.id = k.operation_id
     WHERE o.lane_id = $1 ORDER BY k.position, k.key`,
    [target.laneId],
  );
  expect(rows.map(({ record_bytes }: { record_bytes: number }) => record_bytes)).toEqual([800, 800, 1_000]);
  expect(await claim()).toHaveLength(1);
});

test('several gateways at once fill batches up to their bytes', async () => {
  const numbers = Array.from({ length: 60 }, (_, n) => n);
  await Promise.all(numbers.map((n) => acceptSmall(aWriteOf(300, n))));
  const batches = await batchesHeld();
  expect(batches.map(([stage, bytes]) => [stage, bytes])).toEqual(
    Array.from({ length: 20 }, (_, at) => [at === 19 ? 'accumulating' : 'executing', 900]),
  );
  expect(batches.flatMap(([, , held]) => held as number[]).toSorted((a, b) => a - b)).toEqual(numbers);
});

test('every asynchronous write tells its bytes', async () => {
  const records = [{ fields: { n: 1 }, ifEmpty: ['n'] }, { fields: { n: 2 } }];
  const operation = anOperation({ ...target, records });
  await inTransaction(db.pool, (tx) => acceptOperations(tx, [operation]));
  expect(await batchesHeld()).toEqual([
    [null, '{"planned":{"n":1},"if_empty":["n"]}{"planned":{"n":2}}'.length, [1, 2]],
  ]);
  const [claimed] = await claim();
  expect(claimed?.pending.map(({ planned }) => planned)).toEqual(records);
});

test('when the delay has passed the batch is closed, keeps its records, and its retry deadline begins', async () => {
  const [id] = await accept(aWrite(), aWrite({ deadlineHours: 48 }));
  await delayPasses();
  expect(await closeDueBatches(db.pool, target.laneId)).toBe(1);
  const [claimed] = await claim();
  expect(claimed).toMatchObject({ id, deadlineHours: 48 });
  expect(claimed?.msToDeadline).toBeGreaterThan(47.9 * 3_600_000);
  expect((await accept(aWrite()))[0]).not.toBe(id);
});

test('what the settings made of a write is told with the place of its record', async () => {
  const notes = [
    { severity: 'INFO' as const, msg: 'dropped: a', details: { note: 'dropped', fields: [{ field: 'a' }] } },
  ];
  const [id = ''] = await accept(aWrite(), aWrite({ notes }));
  await accept(aWrite({ notes }));
  const log = await operationLog(db.prisma, (await findOperation(db.prisma, target.projectId, id))!);
  expect(log.map(({ details }) => details)).toEqual(
    [1, 2].map((index) => ({ ...notes[0]?.details, records: [index] })),
  );
});

test('a lane with a batch that collects is due when the batch is', async () => {
  await accept(aWrite());
  const dueAt = (await nextDueOperations(db.pool, [target.laneId])).get(target.laneId);
  expect(Math.round(((dueAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(5);
});

test('several gateways at once fill batches without a gap and never open two for one key', async () => {
  const ids = (await Promise.all(Array.from({ length: 25 }, () => accept(...many(10))))).flat();
  const { rows } = await db.pool.query<{
    id: string;
    record_count: number;
    stage: string;
    records: string[];
  }>(
    `SELECT o.id, o.record_count, o.stage, array_agg(r.index ORDER BY r.index) AS records
     FROM operation o JOIN operation_record r ON r.operation_id = o.id
     WHERE o.lane_id = $1 GROUP BY o.id, o.record_count, o.stage, o.create_time ORDER BY o.record_count DESC`,
    [target.laneId],
  );
  expect(rows.map(({ record_count }) => record_count)).toEqual([100, 100, 50]);
  expect(rows.map(({ stage }) => stage)).toEqual(['executing', 'executing', 'accumulating']);
  for (const { records, record_count } of rows) {
    expect(records).toEqual(Array.from({ length: record_count }, (_, index) => index));
  }
  expect(new Set(ids)).toEqual(new Set(rows.map(({ id }) => id)));
});

test('a batch that is closed while others append loses no record', async () => {
  await accept(aWrite());
  await delayPasses();
  const [, ...accepted] = await Promise.all([
    closeDueBatches(db.pool, target.laneId),
    ...Array.from({ length: 20 }, () => accept(aWrite())),
  ]);
  const { rows } = await db.pool.query<{ id: string; record_count: number; held: number }>(
    `SELECT o.id, o.record_count, (SELECT count(*)::int FROM operation_record WHERE operation_id = o.id) AS held
     FROM operation o WHERE lane_id = $1`,
    [target.laneId],
  );
  expect(rows.every(({ record_count, held }) => record_count === held)).toBe(true);
  expect(rows.reduce((sum, { held }) => sum + held, 0)).toBe(21);
  expect(accepted.flat().every((id) => rows.some((row) => row.id === id))).toBe(true);
});

test('a batch of updates takes its place in line when it closes', async () => {
  const update = (id: string) =>
    aWrite({ type: 'update', record: { id, key: id.slice(0, 1), fields: { n: 1 } } });
  const [batch] = await accept(update('5'), update('6L'));
  const [alone] = await (async () => {
    const records = [{ id: '6', fields: { n: 2 } }];
    const operation = anOperation({ ...target, type: 'update', records });
    await inTransaction(db.pool, (tx) => acceptOperations(tx, [operation]));
    return claim();
  })();
  expect(alone?.pending[0]?.planned.id).toBe('6');
  await delayPasses();
  expect(await closeDueBatches(db.pool, target.laneId)).toBe(1);
  expect(await claim()).toEqual([]);
  expect((await viewOperation(db.prisma, target.projectId, batch ?? ''))?.waiting).toEqual({
    reason: 'order',
  });
});

test('updates that are closed since their installation has moved stand in line in the account that it has left', async () => {
  const update = (changes: Partial<BatchedWrite> = {}) =>
    aWrite({ type: 'update', record: { id: '5', fields: { n: 1 } }, ...changes });
  const [left] = await accept(update());
  const [moved] = await accept(update({ account: 'elsewhere', laneId: newId() }));
  expect(moved).not.toBe(left);
  const records = [{ id: '5', fields: { n: 2 } }];
  const behind = anOperation({ ...target, type: 'update', records });
  await inTransaction(db.pool, (tx) => acceptOperations(tx, [behind]));
  expect((await claim()).map(({ id }) => id)).toEqual([left]);
  expect((await viewOperation(db.prisma, target.projectId, behind.id))?.waiting).toEqual({ reason: 'order' });
});
