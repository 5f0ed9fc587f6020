import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, newId, type Database } from '@writ/db';
import { eventually } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { judgeAttempt, type RecordOutcome } from '@writ/write-core';
import { acceptOperations } from '../accept/accept-operations.ts';
import { acceptBatched } from '../accept/batch/accept-batched.ts';
import { recordEndedOperations } from '../synchronous/record-ended-operations.ts';
import {
  cancelOperations,
  claimOperations,
  findByEntry,
  findRetryable,
  followingBearably,
  followOperations,
  forgetSent,
  removeOperations,
  settleOperations,
  type NewOperation,
} from '../index.ts';
import { anAnnouncement, anOperation, aTarget } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 6 });
});
afterAll(() => db.close());

let target: ReturnType<typeof aTarget> & { laneId: string };
beforeEach(() => {
  target = { ...aTarget(), laneId: newId() };
});

const write = (changes: Partial<NewOperation> = {}) =>
  anOperation({ ...target, requestId: newId(), ...changes });
const accept = (...operations: NewOperation[]) =>
  inTransaction(db.pool, (tx) => acceptOperations(tx, operations));
const follow = async () => {
  while (await followOperations(db.pool));
};
const find = async (value: string) =>
  (
    await findByEntry(db.prisma, {
      projectId: target.projectId,
      value,
      recordIds: [value],
      valueHashes: [value],
      limit: 10,
    })
  ).map(({ id, by }) => ({ id, by }));
const entries = async () =>
  (await db.pool.query('SELECT FROM search_entry WHERE project_id = $1', [target.projectId])).rowCount;
const feed = async () =>
  (await db.pool.query('SELECT FROM operation_feed WHERE project_id = $1', [target.projectId])).rowCount;
/** Minutes, hours and days count alike. */
const counts = async () => {
  const { rows } = await db.pool.query<{ what: string; counts: number[] }>(
    `SELECT what, array_agg(count) AS counts FROM (
       SELECT what, step, sum(count)::int AS count FROM operation_count WHERE project_id = $1 GROUP BY what, step) AS c
     GROUP BY what`,
    [target.projectId],
  );
  for (const row of rows) expect(row.counts).toEqual(Array.from({ length: 3 }, () => row.counts[0]));
  return Object.fromEntries(rows.map((row) => [row.what, row.counts[0]]));
};
const endAll = async (...outcomes: RecordOutcome[]) => {
  const settlements = (await claimOperations(db.pool, [{ laneId: target.laneId, limit: 100 }], 15_000)).map(
    (operation) => {
      const records = operation.pending.map(
        (_, place) => outcomes[place] ?? { kind: 'written', recordId: '7' },
      );
      const failed = records.some(({ kind }) => kind === 'failed');
      const { attempt, msToDeadline } = operation;
      const answer = { records: records as RecordOutcome[], errors: [] };
      const judgement = judgeAttempt(operation, answer, { attempt, msToDeadline, random: 0 });
      const log = { severity: 'INFO' as const, msg: 'attempt' };
      return { operation, judgement, ...((operation.form === 'batch' || failed) && { log }) };
    },
  );
  await settleOperations(db.pool, settlements, anAnnouncement);
};

test('a request and the ids that it gave are found while the write waits, those of the provider after its end', async () => {
  const key = { projectId: target.projectId, scope: 's', key: 'key 1', bodyHash: Buffer.from('a') };
  const create = write({ keyed: key });
  const update = write({ type: 'update', records: [{ id: '51', key: '0051', fields: {} }] });
  await accept(create, update);
  await follow();
  expect(await find(create.requestId)).toEqual([{ id: create.id, by: 'requestId' }]);
  expect(await find('key 1')).toEqual([{ id: create.id, by: 'idempotencyKey' }]);
  expect(await find('51')).toEqual([{ id: update.id, by: 'recordId' }]);
  expect(await find('0051')).toEqual([{ id: update.id, by: 'recordId' }]);
  expect(await find('7')).toEqual([]);
  await endAll({ kind: 'written', recordId: '900' });
  await follow();
  expect(await find('900')).toContainEqual({ id: create.id, by: 'recordId' });
  expect(await feed()).toBe(0);
});

const gathering = (requestId: string) => ({
  ...target,
  type: 'create' as const,
  requestId,
  maxDelayMinutes: 5,
  deadlineHours: 1,
  forwardHeaders: [],
  notes: [],
  record: { fields: {} },
  keyed: { projectId: target.projectId, scope: 's', key: `${requestId} key`, bodyHash: Buffer.from('a') },
});

test('each record of a batch, and the request and key of each record of an auto batch, lead to it', async () => {
  const batch = write({ records: [{ fields: { n: 1 } }, { fields: { n: 2 } }] });
  await accept(batch);
  const gather = (requestId: string) =>
    inTransaction(db.pool, (tx) => acceptBatched(tx, [gathering(requestId)]));
  const [first] = await gather('first');
  await follow();
  await gather('second');
  await follow();
  for (const requestId of ['first', 'second']) {
    expect(await find(requestId)).toEqual([{ id: first?.operationId, by: 'requestId' }]);
    expect(await find(`${requestId} key`)).toEqual([{ id: first?.operationId, by: 'idempotencyKey' }]);
  }
  await endAll({ kind: 'written', recordId: '31' }, { kind: 'written', recordId: '32' });
  await follow();
  expect([await find('31'), await find('32')]).toEqual([
    [{ id: batch.id, by: 'recordId' }],
    [{ id: batch.id, by: 'recordId' }],
  ]);
});

test('a synchronous write is found by its request and its record, a cancelled one still by its request', async () => {
  const { laneId, deadlineHours, forwardHeaders, ...done } = write();
  await recordEndedOperations(db.pool, [
    {
      ...done,
      status: 'success',
      result: 'Write completed',
      tookMs: 5,
      records: [{ planned: { fields: {} }, recordId: '88', faults: [] }],
    },
  ]);
  const waits = write();
  await accept(waits);
  const request = { projectId: target.projectId, ids: [waits.id], sharedToo: false, force: false };
  await cancelOperations(db, request, anAnnouncement);
  expect(await feed()).toBe(3);
  await follow();
  expect(await find('88')).toEqual([{ id: done.id, by: 'recordId' }]);
  expect(await find(done.requestId)).toEqual([{ id: done.id, by: 'requestId' }]);
  expect(await find(waits.requestId)).toEqual([{ id: waits.id, by: 'requestId' }]);
  expect(await counts()).toEqual({ accepted: 2, success: 1, failure: 1 });
});

test('an acceptance that is committed late is not passed over, and one that is rolled back is never told', async () => {
  const [late, early, never] = [write(), write({ laneId: newId() }), write()];
  await inTransaction(db.pool, async (tx) => {
    await acceptOperations(tx, [late]);
    await accept(early);
    await follow();
    expect([await find(early.requestId), await find(late.requestId)]).toEqual([
      [{ id: early.id, by: 'requestId' }],
      [],
    ]);
  });
  const dies = inTransaction(db.pool, async (tx) => {
    await acceptOperations(tx, [never]);
    throw new Error('dies');
  });
  await expect(dies).rejects.toThrow('dies');
  await follow();
  expect(await find(late.requestId)).toEqual([{ id: late.id, by: 'requestId' }]);
  expect(await find(never.requestId)).toEqual([]);
});

test('a step that dies before its commit is made again, and one whose answer was lost is not', async () => {
  const operation = write();
  await accept(operation);
  const dies = inTransaction(db.pool, async (tx) => {
    await followOperations(tx);
    throw new Error('dies');
  });
  await expect(dies).rejects.toThrow('dies');
  expect([await find(operation.requestId), await feed()]).toEqual([[], 1]);
  await followOperations(db.pool);
  await followOperations(db.pool);
  expect(await find(operation.requestId)).toHaveLength(1);
  expect(await counts()).toEqual({ accepted: 1 });
});

test('of two processes that follow at once, one finds what the other has taken gone', async () => {
  const operations = Array.from({ length: 40 }, () => write());
  for (const operation of operations) await accept(operation);
  let second: Promise<void> | undefined;
  await inTransaction(db.pool, async (tx) => {
    await followOperations(tx);
    second = follow();
    const waiting = `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%operation_feed%'`;
    await eventually(async () => (await db.pool.query(waiting)).rowCount !== 0);
  });
  await second;
  await follow();
  expect(await feed()).toBe(0);
  const { rowCount } = await db.pool.query('SELECT FROM search_entry WHERE project_id = $1', [
    target.projectId,
  ]);
  expect(rowCount).toBe(operations.length);
  expect(await counts()).toEqual({ accepted: operations.length });
});

test('a full step says that there is more', async () => {
  for (let group = 0; group < 4; group += 1) await accept(...Array.from({ length: 2_000 }, () => write()));
  expect(await followOperations(db.pool)).toBe(true);
  await follow();
  expect(await feed()).toBe(0);
});

/** Each update has a row in the feed. */
const acceptBatches = async (count: number) => {
  for (let batch = 0; batch < count; batch += 1) {
    const records = Array.from({ length: 100 }, (_, place) => ({ id: `${batch} ${place}`, fields: {} }));
    await accept(write({ type: 'update', records }));
  }
};

test('a step takes no more records than it may, and one row at least', async () => {
  await acceptBatches(5);
  expect([await followOperations(db.pool, 250), await feed()]).toEqual([true, 3]);
  expect([await followOperations(db.pool, 10), await feed()]).toEqual([true, 2]);
  expect([await followOperations(db.pool, 200), await feed()]).toEqual([false, 0]);
  expect(await counts()).toEqual({ accepted: 5 });
});

test('after steps that ran out of time smaller ones come through, and grow again', async () => {
  await acceptBatches(20);
  await db.pool.query(`CREATE FUNCTION run_out_of_time() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM entered) > 350 THEN RAISE 'statement timeout' USING ERRCODE = '57014'; END IF;
    RETURN NULL; END $$`);
  await db.pool.query(`CREATE TRIGGER runs_out AFTER INSERT ON search_entry REFERENCING NEW TABLE AS entered
    FOR EACH STATEMENT EXECUTE FUNCTION run_out_of_time()`);
  const step = followingBearably(db.pool);
  const taken: number[] = [];
  for (let before = 20; before > 0; before -= taken.at(-1) ?? 0) {
    await step().catch((error: unknown) => expect(error).toMatchObject({ code: '57014' }));
    taken.push(before - ((await feed()) ?? 0));
  }
  await db.pool.query('DROP FUNCTION run_out_of_time CASCADE');
  // 20,000 is halved so often until at most 350 remain.
  expect(taken.slice(0, 7)).toEqual([0, 0, 0, 0, 0, 0, 3]);
  expect(taken.slice(7)).toContain(0);
  expect(await counts()).toEqual({ accepted: 20 });
});

test('however long the name of its object, an operation is counted and found', async () => {
  // Random, so that it cannot be compressed.
  const objectName = randomBytes(3_000).toString('base64');
  const operation = write({ objectName });
  await accept(operation);
  await endAll();
  await follow();
  expect(await counts()).toEqual({ accepted: 1, success: 1 });
  expect(await find(operation.requestId)).toEqual([{ id: operation.id, by: 'requestId' }]);
});

test('what an operation is searched by goes with it', async () => {
  const operation = write({ type: 'update', records: [{ id: '51', fields: {} }] });
  await accept(operation);
  await endAll();
  await follow();
  expect(await entries()).toBe(3);
  await removeOperations(db.prisma, { projectId: target.projectId, ageMs: -1_000, limit: 10 });
  expect(await entries()).toBe(0);
});

test('hashes of values lead to the write from its acceptance to its removal, longer than what it sent', async () => {
  const record = (n: number) => ({ fields: { n }, valueHashes: [`hash ${n}`] });
  const single = write({ records: [{ fields: {}, valueHashes: ['one', 'two'] }] });
  const upsert = write({
    type: 'upsert',
    records: [{ ...record(100), upsert: { field: 'email', value: 'ada@example.com' } }],
  });
  const batch = write({ records: Array.from({ length: 40 }, (_, n) => record(n + 1)) });
  await accept(single, upsert, batch);
  await follow();
  const expectAll = async () => {
    for (const hash of ['one', 'two']) expect(await find(hash)).toEqual([{ id: single.id, by: 'value' }]);
    expect(await find('hash 37')).toEqual([{ id: batch.id, by: 'value' }]);
    expect(await find('hash 100')).toEqual([{ id: upsert.id, by: 'value' }]);
  };
  await expectAll();
  await endAll();
  await follow();
  const retention = { projectId: target.projectId, ageMs: -1_000, limit: 10 };
  expect(await forgetSent(db.prisma, retention)).toBe(3);
  await expectAll();
  await removeOperations(db.prisma, retention);
  expect(await entries()).toBe(0);
});

test('a record that joins an auto batch later is found by its value, and so is what is tried again', async () => {
  const gather = async (hash: string) => {
    const batched = { ...gathering(newId()), record: { fields: {}, valueHashes: [hash] } };
    const [stored] = await inTransaction(db.pool, (tx) => acceptBatched(tx, [batched]));
    await follow();
    return stored?.operationId;
  };
  const id = await gather('earlier');
  expect(await gather('later')).toBe(id);
  for (const hash of ['earlier', 'later']) expect(await find(hash)).toEqual([{ id, by: 'value' }]);
  const failed = write({ records: [{ fields: {}, valueHashes: ['failed'] }] });
  await accept(failed);
  await endAll({
    kind: 'failed',
    faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no' }],
  });
  const found = await findRetryable(db.prisma, target.projectId, failed.id);
  expect(found?.failed[0]?.planned?.valueHashes).toEqual(['failed']);
});
