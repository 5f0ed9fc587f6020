import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId, type Database, type Queryable } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { acceptOperations } from '../accept/accept-operations.ts';
import {
  countFailed,
  followOperations,
  listRetryable,
  newestRetryable,
  type NewOperation,
  type OperationFilter,
} from '../index.ts';
import { anOperation, aTarget } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 3 });
});
afterAll(() => db.close());
let projectId: string;
beforeEach(() => {
  projectId = newId();
});

/** Accepts and fails writes in turn; returns their ids. */
async function fail(...writes: readonly Partial<NewOperation>[]): Promise<string[]> {
  const target = aTarget({ projectId });
  const operations = writes.map((write) => anOperation({ ...target, requestId: newId(), ...write }));
  await acceptOperations(db.pool, operations);
  await db.pool.query(`UPDATE operation_record SET status = 'failed' WHERE project_id = $1`, [projectId]);
  await db.pool.query(
    `UPDATE operation SET status = 'failure', failed = 1, due_at = NULL, update_time = clock_timestamp()
     WHERE project_id = $1`,
    [projectId],
  );
  while (await followOperations(db.pool));
  return operations.map(({ id }) => id);
}
const inAnHour = new Date(Date.now() + 3_600_000);

test('a step of a task looks at a bounded number of operations, and the next one goes on behind them', async () => {
  const [contact, deal] = [{ objectName: 'contacts' }, { objectName: 'deals' }];
  const ids = await fail(contact, contact, contact, contact, deal, contact, contact);
  const steps: unknown[] = [];
  for (let afterId: string | null = null; ;) {
    const task = { projectId, filter: { resource: 'deals' }, createTime: inAnHour, afterId };
    const { operations, next } = await listRetryable(db.prisma, task, 100, 2);
    if (typeof next === 'string') break;
    steps.push([ids.indexOf(next.afterId), operations.map(({ id }) => ids.indexOf(id))]);
    afterId = next.afterId;
  }
  expect(steps).toEqual([
    [1, []],
    [3, []],
    [4, [4]],
    [6, []],
  ]);
});

test('a task looks at nothing that was accepted long after it was asked for', async () => {
  await fail({}, {}, {}, {});
  const longAgo = new Date(Date.now() - 2 * 3_600_000);
  const task = { projectId, filter: {}, createTime: longAgo, afterId: null };
  expect(await listRetryable(db.prisma, task, 100, 2)).toEqual({ operations: [], next: 'end' });
});

test('however few match, they are counted and the newest told, in however many statements', async () => {
  const [contact, deal] = [{ objectName: 'contacts' }, { objectName: 'deals' }];
  const ids = await fail(deal, contact, contact, contact, deal, contact, contact, deal, contact);
  const which = { projectId, filter: { resource: 'deals' } };
  const counted = async (looking: { afterId?: string; statements: number }) => {
    const { alike, countedTo } = await countFailed(db.prisma, which, inAnHour, { ...looking, atOnce: 2 });
    return [alike.reduce((sum, { count }) => sum + count, 0), countedTo && ids.indexOf(countedTo)];
  };
  expect(await counted({ statements: 9 })).toEqual([3, undefined]);
  // In several statements.
  expect(await counted({ statements: 2 })).toEqual([1, 3]);
  expect(await counted({ statements: 9, afterId: ids[3]! })).toEqual([2, undefined]);
  const newest = async (limit: number, statements = 9) =>
    (await newestRetryable(db.prisma, which, limit, { statements, atOnce: 2 })).map(({ id }) =>
      ids.indexOf(id),
    );
  expect([await newest(2), await newest(5), await newest(5, 2)]).toEqual([[7, 4], [7, 4, 0], [7]]);
});

test('large batches are counted in statements over fewer of them', async () => {
  await fail({});
  const ids = Array.from({ length: 5 }, newId);
  await db.pool.query(
    `INSERT INTO operation
     SELECT (jsonb_populate_record(o, jsonb_build_object('id', new.id, 'record_count', 100000))).*
     FROM operation AS o, unnest($2::uuid[]) AS new (id) WHERE project_id = $1`,
    [projectId, ids],
  );
  const which = { projectId, filter: { ids } };
  const { alike } = await countFailed(db.prisma, which, inAnHour, { statements: 3 });
  expect(alike.map(({ count }) => count)).toEqual([2, 2, 1]);
});

test('what is searched leads to what it names: others that failed are not read for it', async () => {
  const update = { type: 'update' as const, records: [{ id: 'record', fields: {} }] };
  const keyed = { projectId, scope: 's', key: 'key', bodyHash: Buffer.alloc(1) };
  const [id] = await fail(
    { requestId: 'request', keyed, ...update },
    ...Array.from({ length: 300 }, () => ({})),
  );
  const asked: OperationFilter[] = [
    { requestId: 'request' },
    { idempotencyKey: 'key' },
    { recordId: 'record' },
  ];
  for (const filter of asked) {
    const which = { projectId, filter };
    const task = { ...which, createTime: inAnHour, afterId: null };
    await db.transaction(async ({ prisma, sql }) => {
      const before = await operationsRead(sql);
      expect(await listRetryable(prisma, task, 100)).toMatchObject({ operations: [{ id }] });
      expect(await newestRetryable(prisma, which, 5)).toMatchObject([{ id }]);
      expect(await countFailed(prisma, which, inAnHour)).toMatchObject({ alike: [{ count: 1 }] });
      expect((await operationsRead(sql)) - before).toBeLessThan(20);
    });
  }
});

/** Operations read by the connection. */
async function operationsRead(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `SELECT (idx_tup_fetch + seq_tup_read)::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'operation'`,
  );
  return rows[0]!.count;
}
