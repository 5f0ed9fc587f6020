import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { pauseLane, resumeLane } from '@writ/lanes';
import { openTestDatabase } from '@writ/test-kit/database';
import { judgeAttempt, refusedCode, type RecordOutcome } from '@writ/write-core';
import { acceptOperations } from '../accept/accept-operations.ts';
import { recordEndedOperations } from '../synchronous/record-ended-operations.ts';
import {
  cancelOperations,
  claimOperations,
  claimOverdueOperations,
  findRetryable,
  listOperations,
  listRecords,
  nextDueOperations,
  operationLog,
  unclaimOperations,
  renewOperations,
  settleOperations,
  type ClaimedOperation,
  type NewOperation,
  type Settlement,
} from '../index.ts';
import { anAnnouncement, anOperation, aTarget, viewOperation } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 5 });
});
afterAll(() => db.close());

const target = aTarget();
const { projectId } = target;
const aWrite = (changes: Partial<NewOperation> = {}): NewOperation => anOperation({ ...target, ...changes });
const written: RecordOutcome = { kind: 'written', recordId: '77' };
const lost: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'timeout', sent: 'unknown', retryable: true, message: 'no answer' }],
};
const locked: RecordOutcome = {
  kind: 'failed',
  faults: [{ kind: 'locked', sent: 'rejected', retryable: true, message: 'try later', retryAfterMs: 0 }],
};
const settlementOf = (operation: ClaimedOperation, ...outcomes: RecordOutcome[]): Settlement => ({
  operation,
  judgement: judgeAttempt(
    operation,
    { records: outcomes, errors: [] },
    {
      attempt: operation.attempt,
      msToDeadline: operation.msToDeadline,
      random: 0,
    },
  ),
  log: { severity: 'INFO', msg: 'attempt' },
});
const settle = async (...settlements: Settlement[]): Promise<ReadonlySet<string>> =>
  (await settleOperations(db.pool, settlements, anAnnouncement)).ended;
const eventsOf = async (operationId: string): Promise<unknown[]> => {
  const { rows } = await db.pool.query<{ data: unknown }>(
    `SELECT body::jsonb->'data' AS data FROM outbox WHERE body::jsonb->'data'->>'operationId' = $1`,
    [operationId],
  );
  return rows.map(({ data }) => data);
};
const find = (id: string) => viewOperation(db.prisma, projectId, id);
const logOf = async (id: string) => operationLog(db.prisma, (await find(id))!);
const claimOne = async (laneId: string, leaseMs = 15_000): Promise<ClaimedOperation> => {
  const [operation] = await claimOperations(db.pool, [{ laneId, limit: 10 }], leaseMs);
  if (!operation) throw new Error('nothing was due');
  return operation;
};

test('the lane of what was claimed after its deadline and before its next try is due when the lease ends', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  await db.pool.query(
    `UPDATE operation SET deadline_at = clock_timestamp(), due_at = clock_timestamp() + interval '1 minute' WHERE id = $1`,
    [write.id],
  );
  const claimed = await claimOverdueOperations(db.pool, [{ laneId: write.laneId, limit: 1 }], 15_000);
  expect(claimed).toHaveLength(1);
  const { rows } = await db.pool.query<{ at: Date }>(
    'SELECT lease_until AS at FROM operation WHERE id = $1',
    [write.id],
  );
  expect(await nextDueOperations(db.pool, [write.laneId])).toEqual(new Map([[write.laneId, rows[0]?.at]]));
});

test('an accepted write is claimed with what it plans, once', async () => {
  const write = aWrite({ type: 'update', records: [{ id: '5', fields: { name: 'x' } }], deadlineHours: 48 });
  await acceptOperations(db.pool, [write]);
  const claimed = await claimOne(write.laneId);
  expect(claimed).toMatchObject({
    id: write.id,
    type: 'update',
    attempt: 1,
    outcomeUnknown: false,
    deadlineHours: 48,
    pending: [{ index: 0, planned: { id: '5', fields: { name: 'x' } } }],
  });
  expect(claimed.msToDeadline).toBeGreaterThan(47 * 3_600_000);
  expect(await claimOperations(db.pool, [{ laneId: write.laneId, limit: 10 }], 15_000)).toEqual([]);
});

test('a record that the plan refused has failed from the start: it is never sent, and told with the others', async () => {
  const refusal = {
    kind: 'invalid',
    sent: 'notSent',
    retryable: false,
    code: refusedCode,
    message: 'No field',
  } as const;
  const write = aWrite({
    type: 'update',
    records: [
      { id: '1', fields: { a: 1 } },
      { id: '2', fields: {}, refused: [refusal] },
      { id: '3', fields: { a: 3 } },
    ],
  });
  await acceptOperations(db.pool, [write]);
  expect(await find(write.id)).toMatchObject({ status: 'in_progress', failed: 1, succeeded: 0 });
  const other = aWrite({ type: 'update', laneId: write.laneId, records: [{ id: '2', fields: { a: 2 } }] });
  await acceptOperations(db.pool, [other]);
  const [first, second] = await claimOperations(db.pool, [{ laneId: write.laneId, limit: 2 }], 15_000);
  expect([first, second]).toMatchObject([
    { id: write.id, failedBefore: 1, pending: [{ index: 0 }, { index: 2 }] },
    // It blocks no other update of the record.
    { id: other.id },
  ]);
  await settle(settlementOf(first!, written, written));
  expect(await find(write.id)).toMatchObject({
    status: 'success',
    result: 'Batch write completed (2 succeeded, 1 failed)',
    fault: 'invalid',
  });
  const errors = [{ code: refusedCode, message: 'No field' }];
  expect(await eventsOf(write.id)).toMatchObject([
    {
      success: false,
      failed: 1,
      records: [{ success: true }, { success: false, recordId: '2', errors }, { success: true }],
    },
  ]);
  expect(await findRetryable(db.prisma, projectId, write.id)).toMatchObject({ failed: [] });
});

test('of a lane that is paused nothing is claimed, from the pause on, but to be ended at its deadline', async () => {
  const early = aWrite();
  const late = aWrite({ laneId: early.laneId });
  const lane = { laneId: early.laneId, limit: 1 };
  await acceptOperations(db.pool, [early, late]);
  expect(await claimOperations(db.pool, [lane], 15_000)).toMatchObject([{ id: early.id }]);
  await pauseLane(db.prisma, undefined, lane.laneId, { by: { kind: 'admin', id: 'admin' } });
  expect(await claimOperations(db.pool, [lane], 15_000)).toEqual([]);
  await db.pool.query('UPDATE operation SET deadline_at = clock_timestamp() WHERE id = $1', [late.id]);
  const [overdue] = await claimOverdueOperations(db.pool, [lane], 15_000);
  expect(overdue).toMatchObject({ id: late.id });
  await unclaimOperations(db.pool, overdue ? [overdue] : []);
  await resumeLane(db.prisma, undefined, lane.laneId);
  expect(await claimOperations(db.pool, [lane], 15_000)).toMatchObject([{ id: late.id }]);
});

test('what the settings made of a write survives its storage: fields to look at, and notes before the attempts', async () => {
  const records = [
    { id: '5', fields: { a: 1, b: 2 }, ifEmpty: ['b'] },
    { id: '6', fields: {}, ifEmpty: [] },
    { id: '7', fields: { a: 3 } },
    { id: '8', fields: { c: 4 }, ifEmpty: ['c'], ifEmptyNames: ['phone'] },
  ];
  const notes = ['first', 'second'].map((msg) => ({
    severity: 'INFO' as const,
    msg,
    details: { note: msg },
  }));
  const laneId = newId();
  const noted = aWrite({ type: 'update', form: 'batch', records, notes, laneId });
  const plain = aWrite({ laneId });
  await acceptOperations(db.pool, [noted, plain]);
  const claimed = await claimOperations(db.pool, [{ laneId, limit: 10 }], 15_000);
  expect(claimed.find(({ id }) => id === noted.id)?.pending.map(({ planned }) => planned)).toEqual(records);
  await settle(
    settlementOf(
      claimed.find(({ id }) => id === noted.id)!,
      written,
      written,
      written,
      written,
    ),
  );
  const log = await logOf(noted.id);
  expect(log).toMatchObject([...notes, { msg: 'attempt' }]);
  expect(await logOf(plain.id)).toEqual([]);
});

test('a settled success ends the operation, its record and its log', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const settlement = settlementOf(await claimOne(write.laneId), written);
  expect(await settle(settlement)).toEqual(new Set([write.id]));
  expect(await find(write.id)).toMatchObject({
    status: 'success',
    result: 'Write completed',
    succeeded: 1,
    failed: 0,
    successfulRecordIds: ['77'],
  });
  expect(await logOf(write.id)).toEqual([expect.objectContaining({ severity: 'INFO', msg: 'attempt' })]);
  expect((await nextDueOperations(db.pool, [write.laneId])).get(write.laneId)).toBeUndefined();
});

test('a single write that was simply written is told from its operation alone', async () => {
  const write = aWrite({ type: 'create' });
  await acceptOperations(db.pool, [write]);
  const { log, ...simple } = settlementOf(await claimOne(write.laneId), written);
  expect(await settle(simple)).toEqual(new Set([write.id]));
  expect(await find(write.id)).toMatchObject({
    status: 'success',
    succeeded: 1,
    successfulRecordIds: ['77'],
  });
  const page = { limit: 10, afterIndex: -1 };
  expect(await listRecords(db.prisma, (await find(write.id))!, page)).toEqual([
    expect.objectContaining({ index: 0, status: 'written', recordId: '77', errors: null, ambiguous: false }),
  ]);
  expect(await logOf(write.id)).toEqual([
    {
      at: expect.any(Date),
      severity: 'INFO',
      error: null,
      msg: 'Attempt 1 wrote to the provider',
      details: { attempt: 1, durationMs: expect.any(Number) },
    },
  ]);
  expect(await settle({ ...simple, ...(log && { log }) })).toEqual(new Set());
});

test('an operation that has ended tells the kind of what failed, and of what was overcome only where nothing failed', async () => {
  const refused: RecordOutcome = {
    kind: 'failed',
    faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no such field' }],
  };
  const faultsOf = async (...attempts: RecordOutcome[][]): Promise<unknown[]> => {
    const write = aWrite({ records: [{ fields: { a: 1 } }, { fields: { a: 2 } }] });
    await acceptOperations(db.pool, [write]);
    const told: unknown[] = [];
    for (const outcomes of attempts) {
      await settle(settlementOf(await claimOne(write.laneId), ...outcomes));
      told.push((await find(write.id))?.fault);
    }
    return told;
  };
  expect(await faultsOf([refused, locked], [locked], [written])).toEqual(['locked', 'locked', 'invalid']);
  expect(await faultsOf([written, locked], [written])).toEqual(['locked', 'locked']);
});

test('a log goes by the time of the database, whatever the clocks of those who wrote its lines say', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const [low, high] = [newId(), newId()];
  const line = { projectId, operationId: write.id, severity: 'INFO' };
  const first = { ...line, id: high, at: new Date(1_000), msg: 'first' };
  const second = { ...line, id: low, at: new Date(2_000), msg: 'second' };
  await db.prisma.operationLog.createMany({ data: [first, second] });
  expect((await logOf(write.id)).map(({ msg }) => msg)).toEqual(['first', 'second']);
});

test('a settlement that is stored twice counts once, also where the write is tried again', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const settlement = settlementOf(await claimOne(write.laneId), locked);
  await settle(settlement);
  await settle(settlement);
  expect(await logOf(write.id)).toHaveLength(1);
});

test('an attempt that wrote nothing counts once, also when its settlement comes again: what may have been written before is not cancelled', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  await settle(settlementOf(await claimOne(write.laneId), lost));
  const unsent: RecordOutcome = {
    kind: 'failed',
    faults: [{ kind: 'unavailable', sent: 'notSent', retryable: true, message: 'away' }],
  };
  const settlement = settlementOf(await claimOne(write.laneId), unsent);
  await settle(settlement);
  await settle(settlement);
  const wanted = { projectId, ids: [write.id], sharedToo: true, force: false };
  expect(await cancelOperations(db, wanted, anAnnouncement)).toEqual({ ids: [], lanes: [] });
});

test('a lane is due when its first free operation is, else when the first lease ends', async () => {
  const laneId = newId();
  const [first, second] = [aWrite({ laneId }), aWrite({ laneId })];
  await acceptOperations(db.pool, [first, second]);
  const dueInMs = async () => {
    const dueAt = (await nextDueOperations(db.pool, [laneId])).get(laneId);
    const { rows } = await db.pool.query<{ ms: number }>(
      'SELECT (extract(epoch FROM $1::timestamptz - clock_timestamp()) * 1000)::float8 AS ms',
      [dueAt],
    );
    return rows[0]?.ms;
  };
  const [held] = await claimOperations(db.pool, [{ laneId, limit: 1 }], 60_000);
  expect(await dueInMs()).toBeLessThan(0);
  const [other] = await claimOperations(db.pool, [{ laneId, limit: 1 }], 3_600_000);
  expect(await dueInMs()).toBeGreaterThan(30_000);
  expect(await dueInMs()).toBeLessThan(60_001);
  if (!held || !other) throw new Error('not claimed');
  await settle(settlementOf(held, written));
  expect(await dueInMs()).toBeGreaterThan(3_000_000);
  await settle(settlementOf(other, written));
  expect((await nextDueOperations(db.pool, [laneId])).get(laneId)).toBeUndefined();
});

test('a fault that can pass leaves the operation due again, with its fault remembered', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  expect(await settle(settlementOf(await claimOne(write.laneId), locked))).toEqual(new Set());
  const again = await claimOne(write.laneId);
  expect(again).toMatchObject({ attempt: 2, outcomeUnknown: false, lastFault: 'try later' });
});

test('what was said of a record is claimed with it once the deadline may pass before the lease ends', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  await settle(settlementOf(await claimOne(write.laneId), locked));
  const early = await claimOne(write.laneId);
  expect(early.pending[0]).not.toHaveProperty('errors');
  await settle(settlementOf(early, locked));
  const late = await claimOne(write.laneId, 7_200_000);
  expect(late.pending).toMatchObject([{ errors: [{ message: 'try later' }] }]);
});

test('in a batch only the records that can still be written are claimed again, and its end tells of all', async () => {
  const write = aWrite({ form: 'batch', records: [{ fields: { n: 1 } }, { fields: { n: 2 } }] });
  await acceptOperations(db.pool, [write]);
  await settle(settlementOf(await claimOne(write.laneId), written, locked));
  const again = await claimOne(write.laneId);
  expect(again).toMatchObject({ succeededBefore: 1, pending: [{ index: 1, planned: { fields: { n: 2 } } }] });
  const last = settlementOf(again, { kind: 'written', recordId: '78' });
  expect(await settle(last)).toEqual(new Set([write.id]));
  expect((await find(write.id))?.result).toBe('Batch write completed (2 succeeded, 0 failed)');
  expect(await eventsOf(write.id)).toMatchObject([
    {
      successfulRecordIds: ['77', '78'],
      records: [
        { index: 0, success: true, recordId: '77' },
        { index: 1, success: true, recordId: '78' },
      ],
    },
  ]);
});

test('whoever wakes up after its lease settles nothing, and the next claim knows that the outcome is unknown', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const frozen = await claimOne(write.laneId, 0);
  const successor = await claimOne(write.laneId);
  expect(successor).toMatchObject({ attempt: 2, outcomeUnknown: true, mayBeWritten: true });
  expect(await settle(settlementOf(frozen, written))).toEqual(new Set());
  expect(await renewOperations(db.pool, [frozen, successor], 15_000)).toEqual(new Set([successor]));
  expect((await find(write.id))?.status).toBe('in_progress');
});

test('a create whose outcome is unknown is claimed in doubt, with the time since the first attempt', async () => {
  const write = aWrite({ form: 'batch', records: [{ fields: { n: 1 } }, { fields: { n: 2 } }] });
  await acceptOperations(db.pool, [write]);
  expect((await claimOne(write.laneId, 0)).pending.map(({ inDoubt }) => inDoubt)).toEqual([false, false]);
  const firstAttempt = `UPDATE operation SET first_attempt_at = first_attempt_at - interval '1 h' WHERE id = $1`;
  await db.pool.query(firstAttempt, [write.id]);
  const second = await claimOne(write.laneId);
  expect(second.pending.map(({ inDoubt }) => inDoubt)).toEqual([true, true]);
  expect(second.msSinceFirstAttempt).toBeGreaterThanOrEqual(3_600_000);
  const judged = settlementOf({ ...second, pending: second.pending.map(certain) }, lost, locked);
  await settle(judged);
  const third = await claimOne(write.laneId);
  expect(third.pending.map(({ inDoubt }) => inDoubt)).toEqual([true, false]);
});

const certain = (record: ClaimedOperation['pending'][number]) => ({ ...record, inDoubt: false });

test('an operation is ambiguous as long as one of its records is: a doubt may be settled, or remain to the end', async () => {
  const write = aWrite({ form: 'batch', records: [{ fields: { n: 1 } }, { fields: { n: 2 } }] });
  await acceptOperations(db.pool, [write]);
  const isAmbiguous = async () => (await find(write.id))?.ambiguous;
  await settle(settlementOf(await claimOne(write.laneId), lost, locked));
  expect(await isAmbiguous()).toBe(true);
  const second = await claimOne(write.laneId);
  const found = { ...second, pending: second.pending.map(certain) };
  await settle(settlementOf(found, locked, locked));
  expect(await isAmbiguous()).toBe(false);
  await settle(settlementOf(await claimOne(write.laneId), lost, lost));
  const fourth = await claimOne(write.laneId);
  const [repeated, settled] = fourth.pending;
  const pending = [repeated!, certain(settled!)];
  await settle(settlementOf({ ...fourth, pending }, written, locked));
  const fifth = await claimOne(write.laneId);
  await settle(settlementOf(fifth, written));
  expect(await isAmbiguous()).toBe(true);
});

test('an update is never in doubt', async () => {
  const write = aWrite({ type: 'update', records: [{ id: '5', fields: {} }] });
  await acceptOperations(db.pool, [write]);
  await claimOne(write.laneId, 0);
  expect((await claimOne(write.laneId)).pending).toMatchObject([{ inDoubt: false }]);
});

test('a claim tells whether an earlier attempt may have written, whatever was said since', async () => {
  const write = aWrite({ type: 'update', records: [{ id: '5', fields: {} }] });
  await acceptOperations(db.pool, [write]);
  const seen: boolean[] = [];
  for (const outcome of [locked, lost, locked, written]) {
    const claimed = await claimOne(write.laneId);
    seen.push(claimed.mayBeWritten);
    await settle(settlementOf(claimed, outcome));
  }
  expect(seen).toEqual([false, false, true, true]);
});

test('an ended operation never changes again, whatever a statement says', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const settlement = settlementOf(await claimOne(write.laneId), written);
  await settle(settlement);
  expect(await settle(settlement)).toEqual(new Set());
  await expect(
    db.pool.query("UPDATE operation SET status = 'failure' WHERE id = $1", [write.id]),
  ).rejects.toThrow(/has ended as success and cannot change/);
});

test('a synchronous write is recorded as ended, and lists tell operations newest first', async () => {
  const listed = { groupRef: 'listed', installationId: newId() };
  const earlier = aWrite(listed);
  await acceptOperations(db.pool, [earlier]);
  const later = newId();
  await recordEndedOperations(db.pool, [
    {
      ...target,
      ...listed,
      id: later,
      type: 'create',
      form: 'single',
      allOrNone: false,
      status: 'failure',
      result: 'no',
      tookMs: 0,
      requestId: 'r',
      notes: [
        { severity: 'WARNING', msg: 'removed: a', details: { note: 'unmapped', fields: [{ field: 'a' }] } },
      ],
      records: [
        {
          planned: { fields: {} },
          faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no' }],
        },
      ],
    },
  ]);
  const { rows: all } = await listOperations(db.prisma, projectId, { groupRef: 'listed' }, { limit: 10 });
  expect(all.map(({ id }) => id)).toEqual([later, earlier.id]);
  expect(all[0]).toMatchObject({ mode: 'synchronous', status: 'failure', failed: 1, attempt: 1 });
  expect(await logOf(later)).toEqual([
    {
      operationId: later,
      at: expect.any(Date),
      severity: 'WARNING',
      msg: 'removed: a',
      error: null,
      details: { note: 'unmapped', fields: [{ field: 'a' }] },
    },
  ]);
  const next = await listOperations(
    db.prisma,
    projectId,
    { groupRef: 'listed' },
    { limit: 10, beforeId: later },
  );
  expect(next.rows.map(({ id }) => id)).toEqual([earlier.id]);
  expect(await viewOperation(db.prisma, newId(), later)).toBeUndefined();
});

test('a claim that is given back leaves the operation as it was, and no attempt counts', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const before = await find(write.id);
  const claimed = await claimOne(write.laneId);
  expect(await unclaimOperations(db.pool, [claimed])).toEqual(new Set([write.id]));
  expect(await find(write.id)).toEqual(before);
  expect(await unclaimOperations(db.pool, [claimed])).toEqual(new Set());
  expect(await claimOne(write.laneId)).toMatchObject({ attempt: 1, outcomeUnknown: false });
});

test('what was in doubt before a claim is in doubt when the claim is given back', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const first = await claimOne(write.laneId, 0);
  // Both claims may happen within a millisecond.
  await db.pool.query(
    "UPDATE operation SET last_attempt_at = last_attempt_at - interval '1 s' WHERE id = $1",
    [write.id],
  );
  const { lastAttemptAt } = (await find(write.id))!;
  const second = await claimOne(write.laneId);
  expect(await unclaimOperations(db.pool, [first])).toEqual(new Set());
  expect(await unclaimOperations(db.pool, [second])).toEqual(new Set([write.id]));
  expect((await find(write.id))?.lastAttemptAt).toEqual(lastAttemptAt);
  const third = await claimOne(write.laneId);
  expect(third).toMatchObject({ attempt: 2, outcomeUnknown: true });
  expect(third.attemptedBefore).toEqual(second.attemptedBefore);
});

test('a process that froze may settle what it has sent once who took its claim over has given it back, and nobody else holds it', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const frozen = await claimOne(write.laneId, 0);
  const other = await claimOne(write.laneId, 0);
  expect(await settle(settlementOf(frozen, written))).toEqual(new Set());
  await unclaimOperations(db.pool, [other]);
  const third = await claimOne(write.laneId, 0);
  expect(third).toMatchObject({ attempt: other.attempt, outcomeUnknown: true });
  expect(await settle(settlementOf(frozen, written))).toEqual(new Set());
  await unclaimOperations(db.pool, [third]);
  expect(await settle(settlementOf(frozen, written))).toEqual(new Set([write.id]));
  expect(await settle(settlementOf(other, written))).toEqual(new Set());
});

test('claims that were never begun leave no doubt once each has been given back, the latest first', async () => {
  const write = aWrite();
  await acceptOperations(db.pool, [write]);
  const frozen = await claimOne(write.laneId, 0);
  const other = await claimOne(write.laneId);
  expect(await unclaimOperations(db.pool, [frozen])).toEqual(new Set());
  expect(await unclaimOperations(db.pool, [other])).toEqual(new Set([write.id]));
  expect(await unclaimOperations(db.pool, [frozen])).toEqual(new Set([write.id]));
  expect(await claimOne(write.laneId)).toMatchObject({ attempt: 1, outcomeUnknown: false });
});
