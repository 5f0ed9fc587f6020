import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { acceptOperations } from '../accept/accept-operations.ts';
import { reserveKeys } from '../accept/idempotency-keys.ts';
import { findOperation, forgetSent, listRecords, removeIdempotencyKeys, removeOperations } from '../index.ts';
import { anOperation } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const dayMs = 86_400_000;
let projectId: string;
beforeEach(() => {
  projectId = newId();
});

function idOfDaysAgo(days: number): string {
  const time = Math.trunc(Date.now() - days * dayMs)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

/** Accepted so many days ago; ended then by default. */
async function operationOf(days: number, endedDays: number | 'running' = days): Promise<string> {
  const id = idOfDaysAgo(days);
  const operation = anOperation({
    projectId,
    id,
    type: 'update',
    records: [{ id: '5', fields: { name: 'x' } }],
    notes: [{ severity: 'INFO', msg: 'noted', details: { note: 'dropped' } }],
  });
  await acceptOperations(db.pool, [operation]);
  if (endedDays !== 'running') {
    await db.pool.query(
      `UPDATE operation SET status = 'failure', due_at = NULL, failed = 1,
         update_time = clock_timestamp() - $2 * interval '1 day' WHERE id = $1`,
      [id, endedDays],
    );
  }
  return id;
}

const step = (limit: number, afterId?: string) =>
  removeOperations(db.prisma, { projectId, ageMs: 30 * dayMs, limit, afterId });
const remove = async (limit = 100) => (await step(limit)).removed;
const forget = (limit = 100) => forgetSent(db.prisma, { projectId, ageMs: 7 * dayMs, limit });
const isThere = async (id: string) => (await findOperation(db.prisma, projectId, id)) !== undefined;
const sentOf = async (id: string) =>
  (
    await listRecords(
      db.prisma,
      { projectId, id, writtenId: null, writtenNew: null },
      { limit: 1, afterIndex: -1 },
    )
  )[0]?.planned;
const count = async (table: string) =>
  (await db.pool.query(`SELECT FROM ${table} WHERE project_id = $1`, [projectId])).rowCount;

test('operations go with all they have once they ended long enough ago, the oldest first', async () => {
  const [old, older, young] = [await operationOf(31), await operationOf(40), await operationOf(29)];
  expect(await remove(1)).toBe(1);
  expect([await isThere(older), await isThere(old)]).toEqual([false, true]);
  expect(await remove()).toBe(1);
  expect(await remove()).toBe(0);
  expect(await isThere(young)).toBe(true);
  for (const table of ['operation', 'operation_record', 'operation_log', 'operation_order_key'])
    expect([table, await count(table)]).toEqual([table, 1]);
});

test('one that runs, or ended late, stays although it was accepted long ago', async () => {
  const running = await operationOf(50, 'running');
  const late = await operationOf(49, 1);
  expect(await remove()).toBe(0);
  expect([await isThere(running), await isThere(late)]).toEqual([true, true]);
  // They are skipped once.
  const old = await operationOf(31);
  expect(await step(2)).toEqual({ removed: 0, lookedTo: late });
  expect(await step(2, late)).toEqual({ removed: 1, lookedTo: null });
  expect(await isThere(old)).toBe(false);
});

test('what was sent is forgotten, the outcome stays', async () => {
  const [old, young] = [await operationOf(8), await operationOf(6)];
  expect(await forget()).toBe(1);
  expect(await sentOf(old)).toBeNull();
  expect(await sentOf(young)).toEqual({ name: 'x' });
  expect((await findOperation(db.prisma, projectId, old))?.status).toBe('failure');
});

test('forgetting goes on where it stopped, and stops before what has not ended', async () => {
  const ids = [await operationOf(20), await operationOf(19), await operationOf(18)];
  expect([await forget(2), await forget(2), await forget(2)]).toEqual([2, 1, 0]);
  expect(await Promise.all(ids.map(sentOf))).toEqual([null, null, null]);

  const running = await operationOf(17, 'running');
  const behind = await operationOf(16);
  expect(await forget()).toBe(0);
  expect(await sentOf(behind)).not.toBeNull();
  await db.pool.query(
    `UPDATE operation SET status = 'success', due_at = NULL, update_time = clock_timestamp() - interval '8 days'
     WHERE id = $1`,
    [running],
  );
  expect(await forget()).toBe(2);
  expect(await sentOf(behind)).toBeNull();
});

test('keys go when they have expired', async () => {
  const key = (name: string, keptHours: number) => ({
    projectId,
    scope: 's',
    key: name,
    bodyHash: Buffer.alloc(1),
    keptHours,
    operationId: newId(),
  });
  await reserveKeys(db.pool, [key('old', 1), key('young', 2)]);
  await db.pool.query(`UPDATE idempotency_key SET expire_time = expire_time - interval '90 min'`);
  expect(await removeIdempotencyKeys(db.prisma, 10)).toBe(1);
  expect(await count('idempotency_key')).toBe(1);
});

test("nothing of an upsert's key value stays when what was sent is forgotten", async () => {
  const id = idOfDaysAgo(10);
  const upsert = { field: 'email', value: 'ada@example.com' };
  await acceptOperations(db.pool, [
    anOperation({ projectId, id, type: 'upsert', records: [{ fields: { email: upsert.value }, upsert }] }),
  ]);
  await db.pool.query(
    `UPDATE operation SET status = 'failure', due_at = NULL, failed = 1,
       update_time = clock_timestamp() - interval '10 days' WHERE id = $1`,
    [id],
  );
  await forget();
  const { rows } = await db.pool.query(
    'SELECT planned, upsert, record_key FROM operation_record WHERE operation_id = $1',
    [id],
  );
  expect(rows).toEqual([{ planned: null, upsert: null, record_key: null }]);
});
