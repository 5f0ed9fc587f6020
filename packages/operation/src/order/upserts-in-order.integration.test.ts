import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { judgeAttempt, type RecordOutcome } from '@writ/write-core';
import { acceptOperations } from '../accept/accept-operations.ts';
import {
  claimOperations,
  listRecords,
  removeUpsertLines,
  settleOperations,
  type ClaimedOperation,
  type NewOperation,
} from '../index.ts';
import { anAnnouncement, anOperation, viewOperation } from '../testing/an-operation.ts';
import { orderEntriesOf, orderKeyOf, recordKeyOf } from './record-order.ts';
import { learnUpsertLines } from './upsert-lines.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 5 });
});
afterAll(() => db.close());

const projectId = newId();
let laneId: string;
beforeEach(() => {
  laneId = newId();
});

const anUpsert = (...emails: string[]): NewOperation =>
  anOperation({
    projectId,
    laneId,
    type: 'upsert',
    records: emails.map((value) => ({ fields: { email: value }, upsert: { field: 'email', value } })),
  });
const anUpdate = (id: string): NewOperation =>
  anOperation({ projectId, laneId, type: 'update', records: [{ id, fields: { a: 1 } }] });
const accept = (...operations: NewOperation[]) =>
  inTransaction(db.pool, (tx) => acceptOperations(tx, operations));
const claim = () => claimOperations(db.pool, [{ laneId, limit: 100 }], 15_000);
const idsOf = (operations: readonly { id: string }[]) => operations.map(({ id }) => id).toSorted();
const written: RecordOutcome = { kind: 'written', recordId: '5', recordKey: '5', created: false };
const settle = (claimed: readonly ClaimedOperation[], { created = false, log = false } = {}) =>
  settleAs(claimed, () => ({ ...written, created }), log);
const settleAs = (
  claimed: readonly ClaimedOperation[],
  outcomeOf: (record: ClaimedOperation['pending'][number]) => RecordOutcome,
  log = claimed.some(({ form }) => form === 'batch'),
) =>
  settleOperations(
    db.pool,
    claimed.map((operation) => ({
      operation,
      judgement: judgeAttempt(
        operation,
        { records: operation.pending.map(outcomeOf), errors: [] },
        { attempt: operation.attempt, msToDeadline: operation.msToDeadline, random: 0 },
      ),
      ...(log && { log: { severity: 'INFO' as const, msg: 'attempt' } }),
    })),
    anAnnouncement,
  );

test('upserts of one key value go one after the other, however it is written', async () => {
  const [first, second, other] = [anUpsert('Ada@x.org'), anUpsert(' ada@X.org'), anUpsert('b@x.org')];
  await accept(first, second, other);
  const claimed = await claim();
  expect(idsOf(claimed)).toEqual(idsOf([first, other]));
  await settle(claimed.filter(({ id }) => id === first.id));
  expect(idsOf(await claim())).toEqual([second.id]);
});

test('once the record of a key is known, upserts keep their order with its updates', async () => {
  const [first, waiting, update] = [anUpsert('a@x.org'), anUpsert('a@x.org'), anUpdate('5')];
  await accept(first);
  const claimed = await claim();
  await accept(update, waiting);
  // Nobody knows yet that both are about one record.
  const running = await claim();
  expect(idsOf(running)).toEqual([update.id]);
  await settle(claimed);
  expect(await claim()).toEqual([]);
  await settle(running);
  const last = await claim();
  expect(idsOf(last)).toEqual([waiting.id]);

  const later = anUpdate('5');
  const upsert = anUpsert('a@x.org');
  await accept(later, upsert);
  expect(await claim()).toEqual([]);
  await settle(last);
  const next = await claim();
  expect(idsOf(next)).toEqual([later.id]);
  await settle(next);
  expect(idsOf(await claim())).toEqual([upsert.id]);
});

test('an update that is not sent yet waits for the upserts that were accepted before it, once they are known to be of its record', async () => {
  const [first, waiting, update, other] = [
    anUpsert('k@x.org'),
    anUpsert('k@x.org'),
    anUpdate('5'),
    anUpdate('6'),
  ];
  await accept(first);
  const claimed = await claim();
  await accept(waiting);
  await accept(update, other);
  await settle(claimed);
  const next = await claim();
  expect(idsOf(next)).toEqual(idsOf([waiting, other]));
  await settle(next);
  const last = await claim();
  expect(idsOf(last)).toEqual([update.id]);
  expect(last[0]?.msToDeadline).toBeGreaterThan(0);
});

test('a record and its event say whether it was created, also where only the row of the operation holds it', async () => {
  const createdOf = async (id: string) => {
    const view = await viewOperation(db.prisma, projectId, id);
    return (await listRecords(db.prisma, view!, { afterIndex: -1 })).map(({ created }) => created);
  };
  const [single, batch, update] = [anUpsert('c@x.org'), anUpsert('d@x.org', 'e@x.org'), anUpdate('9')];
  await accept(single, batch, update);
  const claimed = await claim();
  await settle(
    claimed.filter(({ form }) => form === 'batch'),
    { created: true, log: true },
  );
  await settle(
    claimed.filter(({ form, type }) => form === 'single' && type === 'upsert'),
    { created: true },
  );
  expect(await createdOf(single.id)).toEqual([true]);
  expect(await createdOf(batch.id)).toEqual([true, true]);
  expect(await createdOf(update.id)).toEqual([null]);
  const { rows } = await db.pool.query<{ records: { created?: boolean }[] }>(
    "SELECT body::jsonb->'data'->'records' AS records FROM outbox WHERE body::jsonb->'data'->>'operationId' = $1",
    [batch.id],
  );
  expect(rows[0]?.records.map(({ created }) => created)).toEqual([true, true]);
});

test('who waits behind a known record enters its line once, and its line is not stored again', async () => {
  const waiting = Array.from({ length: 300 }, () => anUpsert('g@x.org'));
  await accept(...waiting);
  await settle(await claim());
  const lineOf = async () =>
    (await db.pool.query<object>('SELECT xmin::text, * FROM upsert_line ORDER BY key')).rows;
  const before = await lineOf();
  await settle(await claim());
  expect(await lineOf()).toEqual(before);
  const key = orderEntriesOf([{ ...waiting[0]!, recordKeys: waiting[0]!.records.flatMap(recordKeyOf) }])[0]!
    .key;
  const line = orderKeyOf(laneId, 'contacts', '5');
  const read = await inTransaction(db.pool, async (tx) => {
    const places = async (): Promise<number> => {
      const { rows } = await tx.query<{ count: number }>(
        `SELECT (idx_tup_fetch + seq_tup_read)::int AS count FROM pg_stat_xact_user_tables WHERE relname = 'operation_order_key'`,
      );
      return rows[0]!.count;
    };
    const soFar = await places();
    await learnUpsertLines(tx, [{ projectId, key, line }]);
    return (await places()) - soFar;
  });
  expect(read).toBe(0);
});

test('records that an earlier attempt of a batch wrote are known, too', async () => {
  const batch = anUpsert('i@x.org', 'j@x.org');
  await accept(batch);
  const [claimed] = await claim();
  const later: RecordOutcome = {
    kind: 'failed',
    faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'later' }],
  };
  await settleAs([claimed!], ({ planned }) => (planned.upsert?.value === 'j@x.org' ? later : written));
  await db.pool.query('UPDATE operation SET due_at = clock_timestamp() WHERE id = $1', [batch.id]);
  const again = await claim();
  expect(again.map(({ pending }) => pending.length)).toEqual([1]);
  await settleAs(again, () => ({ ...written, recordId: '6', recordKey: '6' }));
  const [update, upsert] = [anUpdate('5'), anUpsert('i@x.org')];
  await accept(update, upsert);
  expect(idsOf(await claim())).toEqual([update.id]);
});

test('a line that is used is kept', async () => {
  const [first, second] = [anUpsert('h@x.org'), anUpsert('h@x.org')];
  await accept(first, second);
  await settle(await claim());
  await db.pool.query(`UPDATE upsert_line SET expire_time = clock_timestamp() + interval '1 hour'`);
  await settle(await claim());
  await db.pool.query(`UPDATE upsert_line SET expire_time = expire_time - interval '29 days'`);
  await removeUpsertLines(db.prisma, 1_000);
  const line = orderKeyOf(laneId, 'contacts', '5');
  const { rowCount } = await db.pool.query('SELECT FROM upsert_line WHERE line = $1', [line]);
  expect(rowCount).toBe(1);
});

test('lines of keys end with time', async () => {
  const upsert = anUpsert('f@x.org');
  await accept(upsert);
  await settle(await claim());
  expect(await removeUpsertLines(db.prisma, 1_000)).toBe(0);
  await db.pool.query('UPDATE upsert_line SET expire_time = clock_timestamp()');
  expect(await removeUpsertLines(db.prisma, 1_000)).toBeGreaterThan(0);
});
