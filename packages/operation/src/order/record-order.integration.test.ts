import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, newId, type Database, type Queryable } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { judgeAttempt, type RecordOutcome } from '@writ/write-core';
import { acceptOperations } from '../accept/accept-operations.ts';
import {
  cancelOperations,
  claimOperations,
  renewOperations,
  settleOperations,
  type ClaimedOperation,
  type NewOperation,
} from '../index.ts';
import { anAnnouncement, anOperation, viewOperation } from '../testing/an-operation.ts';
import { leaveRecordOrder } from './record-order.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 10 });
});
afterAll(() => db.close());

const projectId = newId();
let laneId: string;
beforeEach(() => {
  laneId = newId();
});

const anUpdate = (...ids: string[]): NewOperation =>
  anOperation({
    projectId,
    laneId,
    type: 'update',
    records: ids.map((id) => ({ id, fields: { name: 'x' } })),
  });
const accept = (...operations: NewOperation[]) =>
  inTransaction(db.pool, (tx) => acceptOperations(tx, operations));
const claim = () => claimOperations(db.pool, [{ laneId, limit: 100 }], 15_000);
const idsOf = (operations: readonly { id: string }[]) => operations.map(({ id }) => id).toSorted();
const settle = (claimed: readonly ClaimedOperation[], outcome: RecordOutcome) =>
  settleOperations(
    db.pool,
    claimed.map((operation) => ({
      operation,
      judgement: judgeAttempt(
        operation,
        { records: operation.pending.map(() => outcome), errors: [] },
        { attempt: operation.attempt, msToDeadline: operation.msToDeadline, random: 0 },
      ),
      log: { severity: 'INFO', msg: 'attempt' },
    })),
    anAnnouncement,
  );
const written: RecordOutcome = { kind: 'written', recordId: '5' };
const locked: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'later', retryAfterMs: 60_000 }],
};

test('updates of one record go one after the other; those of other records, and creates, go at once', async () => {
  const [first, second, other] = [anUpdate('5'), anUpdate('5'), anUpdate('6')];
  const create: NewOperation = { ...anUpdate(), type: 'create', records: [{ fields: {} }] };
  await accept(first, second, other, create);
  const claimed = await claim();
  expect(idsOf(claimed)).toEqual(idsOf([first, other, create]));
  await settle(claimed, written);
  expect(idsOf(await claim())).toEqual([second.id]);
});

test('updates go by what the provider knows the record by, whatever form its id has', async () => {
  const [short, long] = [anUpdate('5'), anUpdate('5L', '5')];
  const operation = { ...long, records: long.records.map((record) => ({ ...record, key: '5' })) };
  await accept(short);
  await accept(operation);
  const claimed = await claim();
  expect(idsOf(claimed)).toEqual([short.id]);
  await settle(claimed, written);
  const [next] = await claim();
  expect(next?.pending.map(({ planned }) => planned.id)).toEqual(['5L', '5']);
});

test('a batch waits for every earlier update of its records, and later ones wait for the batch', async () => {
  const [five, six, batch, later] = [anUpdate('5'), anUpdate('6'), anUpdate('5', '6', '7'), anUpdate('7')];
  await accept(five);
  await accept(six);
  await accept(batch, later);
  const [claimedFive, claimedSix] = await claim();
  await settle([claimedFive!], written);
  expect(await claim()).toEqual([]);
  await settle([claimedSix!], written);
  const claimedBatch = await claim();
  expect(idsOf(claimedBatch)).toEqual([batch.id]);
  await settle(claimedBatch, written);
  expect(idsOf(await claim())).toEqual([later.id]);
});

test('an update that is to be tried again keeps its place', async () => {
  const [first, second] = [anUpdate('5'), anUpdate('5')];
  await accept(first, second);
  await settle(await claim(), locked);
  expect(await claim()).toEqual([]);
  expect((await viewOperation(db.prisma, projectId, second.id))?.waiting).toEqual({ reason: 'order' });
});

test('a held update is claimed at its own deadline, and says what it waited for', async () => {
  const [first, second] = [anUpdate('5'), { ...anUpdate('5'), deadlineHours: 0 }];
  await accept(first, second);
  const claimed = await claim();
  const overdue = claimed.find(({ id }) => id === second.id);
  expect(overdue).toMatchObject({ waitingOn: first.id });
  expect(overdue?.msToDeadline).toBeLessThanOrEqual(0);
});

/** Places of lines read by `work`. */
const placesRead = (work: (tx: Queryable) => Promise<unknown>): Promise<number> =>
  inTransaction(db.pool, async (tx) => {
    const soFar = async (): Promise<number> => {
      const { rows } = await tx.query<{ count: number }>(
        `SELECT (idx_tup_fetch + seq_tup_read)::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'operation_order_key'`,
      );
      return rows[0]!.count;
    };
    const before = await soFar();
    await work(tx);
    return (await soFar()) - before;
  });
const waitingOn = async ({ id }: NewOperation) => (await viewOperation(db.prisma, projectId, id))?.waitingOn;

test('a long line costs those who enter it no more than a short one', async () => {
  const line = Array.from({ length: 1_000 }, () => anUpdate('5'));
  await accept(...line);
  const [next, last] = [anUpdate('5'), anUpdate('5')];
  expect(await placesRead((tx) => acceptOperations(tx, [next, last]))).toBeLessThan(5);
  expect([await waitingOn(next), await waitingOn(last)]).toEqual([line.at(-1)?.id, next.id]);
});

test('nor those who leave it from its middle', async () => {
  const line = Array.from({ length: 1_000 }, () => anUpdate('5'));
  await accept(...line);
  const [before, gone, behind] = line.slice(500);
  expect(await placesRead((tx) => leaveRecordOrder(tx, [gone!.id]))).toBeLessThan(10);
  expect(await waitingOn(behind!)).toBe(before?.id);
});

test('behind one that was cancelled while it was sent, what is still to be done before it is waited for', async () => {
  const [first, overdue, later] = [anUpdate('5'), { ...anUpdate('5'), deadlineHours: 0 }, anUpdate('5')];
  await accept(first, overdue);
  expect(idsOf(await claim())).toEqual(idsOf([first, overdue]));
  await cancel(overdue);
  await accept(later);
  expect(await waitingOn(later)).toBe(first.id);
  const last = anUpdate('5');
  await accept(last);
  expect(await waitingOn(last)).toBe(later.id);
  await cancel(later);
  expect(await waitingOn(last)).toBe(first.id);
});

test('the same record of another account or object is another record', async () => {
  const first = anUpdate('5');
  const otherObject = { ...anUpdate('5'), objectName: 'companies' };
  await accept(first, otherObject);
  expect(await claim()).toHaveLength(2);
});

test('accepted and ended at the same moment, no update is left behind', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [first, second] = [anUpdate('5'), anUpdate('5')];
    await accept(first);
    const claimed = await claim();
    await Promise.all([accept(second), settle(claimed, written)]);
    const next = await claim();
    expect(idsOf(next)).toEqual([second.id]);
    await settle(next, written);
  }
});

test('when two earlier updates end at the same moment, the one that waited for both is let go', async () => {
  for (let round = 0; round < 15; round += 1) {
    const [five, six, both] = [anUpdate('5'), anUpdate('6'), anUpdate('5', '6')];
    await accept(five);
    await accept(six);
    await accept(both);
    const [claimedFive, claimedSix] = await claim();
    await Promise.all([settle([claimedFive!], written), settle([claimedSix!], written)]);
    const next = await claim();
    expect(idsOf(next)).toEqual([both.id]);
    await settle(next, written);
  }
});

/** By force. */
const cancel = (...operations: readonly { id: string }[]) =>
  cancelOperations(db, { projectId, ids: idsOf(operations), sharedToo: false, force: true }, anAnnouncement);
const times = async (id: string) => {
  const sql = 'SELECT due_at::text AS due, lease_until::text AS lease FROM operation WHERE id = $1';
  return (await db.pool.query<{ due: string | null; lease: string | null }>(sql, [id])).rows[0]!;
};

test('what follows an update that was cancelled while it was sent waits until its lease is over, and for nothing else', async () => {
  const [first, second, other] = [anUpdate('5'), anUpdate('5'), anUpdate('6')];
  await accept(first, second, other);
  const claimed = await claim();
  expect(idsOf(claimed)).toEqual(idsOf([first, other]));
  expect((await cancel(first, other)).ids.toSorted()).toEqual(idsOf([first, other]));
  const [later, both] = [anUpdate('6'), anUpdate('5', '6')];
  await accept(later);
  await accept(both);
  expect((await times(second.id)).due).toBe((await times(first.id)).lease);
  expect((await times(later.id)).due).toBe((await times(other.id)).lease);
  expect(await claim()).toEqual([]);
  // It can neither renew nor settle.
  expect(await renewOperations(db.pool, claimed, 15_000)).toEqual(new Set());
  expect((await settle(claimed, written)).ended).toEqual(new Set());

  // The lease is over.
  await db.pool.query('UPDATE operation SET due_at = clock_timestamp() WHERE id = ANY ($1)', [
    [second.id, later.id],
  ]);
  await db.pool.query(
    `UPDATE operation_order_key SET held_until = clock_timestamp() WHERE held_until IS NOT NULL AND project_id = $1`,
    [projectId],
  );
  const next = await claim();
  expect(idsOf(next)).toEqual(idsOf([second, later]));
  await settle(next, written);
  expect(idsOf(await claim())).toEqual([both.id]);
});

test('between two attempts nothing runs, so what follows a cancelled update goes at once', async () => {
  const [first, second] = [anUpdate('5'), anUpdate('5')];
  await accept(first, second);
  await settle(await claim(), locked);
  await cancel(first);
  expect(idsOf(await claim())).toEqual([second.id]);
});

test('cancelled by force and settled at the same moment, an operation has one end and one event', async () => {
  for (let round = 0; round < 15; round += 1) {
    const [first, second] = [anUpdate('5'), anUpdate('5')];
    await accept(first, second);
    const claimed = await claim();
    const [settled, ...cancelled] = await Promise.all([
      settle(claimed, written),
      cancel(first),
      cancel(first),
    ]);
    const ends = [settled.ended.size, ...cancelled.map(({ ids }) => ids.length)];
    expect(ends.toSorted()).toEqual([0, 0, 1]);
    const { rows } = await db.pool.query('SELECT FROM outbox WHERE body LIKE $1', [
      `%"operationId":"${first.id}"%`,
    ]);
    expect(rows).toHaveLength(1);
    await cancel(second);
    laneId = newId();
  }
});

test('a lease that is renewed after its attempt was settled does not move the next attempt', async () => {
  const write = anUpdate('5');
  await accept(write);
  const claimed = await claim();
  await settle(claimed, locked);
  expect(await renewOperations(db.pool, claimed, 0)).toEqual(new Set());
  expect(await claim()).toEqual([]);
});

test('who goes on behind many updates that end is found without a look at the others of a long backlog', async () => {
  const line = Array.from({ length: 501 }, () => anUpdate('5'));
  await accept(...line);
  // Before any statistics.
  await db.pool.query(
    `INSERT INTO operation SELECT (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'waiting_on', NULL))).*
     FROM operation o, generate_series(1, 10000) WHERE o.id = $1`,
    [line[0]?.id],
  );
  await inTransaction(db.pool, async (tx) => {
    const read = async () => {
      const { rows } = await tx.query<{ count: number }>(
        `SELECT (idx_tup_fetch + seq_tup_read)::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'operation'`,
      );
      return rows[0]!.count;
    };
    const before = await read();
    await leaveRecordOrder(tx, idsOf(line.slice(0, 500)));
    expect((await read()) - before).toBeLessThan(2_000);
  });
});
