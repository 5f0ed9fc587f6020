import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { judgeAttempt, type BatchOutcome, type Failed, type RecordOutcome } from '@writ/write-core';
import { acceptOperations } from '../accept/accept-operations.ts';
import { recordEndedOperations } from '../synchronous/record-ended-operations.ts';
import {
  claimOperations,
  listAttempts,
  removeOperations,
  settleOperations,
  type ClaimedOperation,
  type NewOperation,
  type Settlement,
} from '../index.ts';
import { anAnnouncement, anOperation, viewOperation } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 3 });
});
afterAll(() => db.close());

const call = { endpoint: 'POST /crm/v3/objects/contacts', status: 201, correlationId: 'c-1' };
const written: RecordOutcome = { kind: 'written', recordId: '77' };
const limited: Failed = {
  kind: 'failed',
  faults: [
    { kind: 'rate-limited', sent: 'rejected', retryable: true, message: 'Slow down', retryAfterMs: 50 },
  ],
};
const refused: Failed = {
  kind: 'failed',
  faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'No such field' }],
};
const unsent: Failed = {
  kind: 'failed',
  faults: [{ kind: 'unavailable', sent: 'notSent', retryable: true, message: 'Not sent' }],
};

const unsentForGood: Failed = { kind: 'failed', faults: [{ ...unsent.faults[0], retryable: false }] };

/** Claimed and settled by hand. */
async function accepted(changes: Partial<NewOperation> = {}) {
  const write = anOperation(changes);
  const { projectId, id, laneId } = write;
  await acceptOperations(db.pool, [write]);
  const view = async () => (await viewOperation(db.prisma, projectId, id))!;
  const claim = async (): Promise<ClaimedOperation> => {
    await db.pool.query('UPDATE operation SET due_at = clock_timestamp(), lease_until = NULL WHERE id = $1', [
      id,
    ]);
    return (await claimOperations(db.pool, [{ laneId, limit: 1 }], 15_000))[0]!;
  };
  return {
    projectId,
    id,
    view,
    claim,
    attempt: async (outcome: Partial<BatchOutcome>, settled: Partial<Settlement> = {}, simply = false) => {
      const operation = await claim();
      const { attempt, msToDeadline } = operation;
      const whole = { records: [], errors: [], ...outcome };
      const judgement = judgeAttempt(operation, whole, { attempt, msToDeadline, random: 0 });
      const log = !simply && { log: { severity: 'INFO', msg: 'attempt' } as const };
      await settleOperations(db.pool, [{ operation, judgement, call, ...log, ...settled }], anAnnouncement);
    },
    attempts: async (page = { limit: 100, after: 0 }) => listAttempts(db.prisma, await view(), page),
  };
}

test('each attempt tells its call, its records, its fault and when the next one is due', async () => {
  const { attempt, attempts, claim, view } = await accepted({
    records: [{ fields: { a: 1 } }, { fields: { a: 2 } }],
  });
  expect(await attempts()).toEqual([]);
  await attempt({ records: [limited, written] }, { call: { ...call, status: 207 } });
  const { dueAt } = await view();
  await claim();
  expect(await attempts()).toMatchObject([
    {
      number: 1,
      outcome: 'retry',
      startedAt: expect.any(Date),
      endedAt: expect.any(Date),
      call: { ...call, status: 207 },
      sent: 2,
      written: 1,
      failed: 1,
      fault: 'rate-limited',
      message: 'Slow down',
      nextAttemptAt: dueAt,
      waitingFor: 'retry',
    },
    { number: 2, outcome: 'running', startedAt: (await view()).lastAttemptAt },
  ]);
});

test('the last attempt has failed where it wrote nothing, although the operation is a success by an earlier one', async () => {
  const { attempt, attempts, view } = await accepted({
    records: [{ fields: { a: 1 } }, { fields: { a: 2 } }],
  });
  await attempt({ records: [limited, written] });
  await attempt({ records: [refused] });
  expect(await view()).toMatchObject({ status: 'success', succeeded: 1, failed: 1 });
  expect(await attempts()).toMatchObject([
    { number: 1, outcome: 'retry', written: 1 },
    { number: 2, outcome: 'failure', written: 0, failed: 1, fault: 'invalid' },
  ]);
});

test('an attempt that was cut off has no end, also once a later one has one', async () => {
  const { attempt, attempts, claim, view } = await accepted();
  await attempt({ records: [unsent] }, { call: undefined });
  await claim();
  const cutOff = (await view()).lastAttemptAt;
  await db.pool.query('UPDATE operation SET lease_until = clock_timestamp() WHERE id = $1', [
    (await view()).id,
  ]);
  const first = { number: 1, outcome: 'retry', sent: 0, failed: 1, call: null };
  expect(await attempts()).toMatchObject([first, { number: 2, outcome: 'unknown', startedAt: cutOff }]);
  await claim();
  await attempt({ records: [refused] });
  const all = await attempts();
  expect(all).toMatchObject([
    first,
    { number: 2, outcome: 'unknown' },
    { number: 3, outcome: 'unknown', endedAt: null },
    { number: 4, outcome: 'failure', fault: 'invalid', message: 'No such field', nextAttemptAt: null },
  ]);
  expect(all[2]?.startedAt).toBeInstanceOf(Date);
  expect(await attempts({ limit: 2, after: 1 })).toEqual(all.slice(1, 3));
  expect(await attempts({ limit: 2, after: 4 })).toEqual([]);
});

test('an end at the deadline is no attempt, whatever came before it', async () => {
  const never = await accepted();
  const atDeadline = { isNoAttempt: true, call: undefined } as const;
  await never.attempt({ records: [unsentForGood] }, atDeadline);
  expect(await never.view()).toMatchObject({ status: 'failure', attempt: 0, lastAttemptAt: null });
  expect(await never.attempts()).toEqual([]);

  const tried = await accepted();
  await tried.attempt({ records: [limited] });
  const { lastAttemptAt } = await tried.view();
  await tried.attempt({ records: [unsentForGood] }, atDeadline);
  expect(await tried.view()).toMatchObject({ status: 'failure', attempt: 1, lastAttemptAt });
  expect(await tried.attempts()).toMatchObject([{ number: 1, outcome: 'retry', fault: 'rate-limited' }]);

  const cutOff = await accepted();
  await cutOff.claim();
  await cutOff.attempt({ records: [unsentForGood] }, atDeadline);
  expect(await cutOff.attempts()).toMatchObject([{ number: 1, outcome: 'unknown' }]);
});

test('a write that was simply written costs no row, and tells its attempt all the same', async () => {
  const { attempt, attempts, id } = await accepted();
  await attempt({ records: [written] }, {}, true);
  const { rowCount } = await db.pool.query('SELECT FROM operation_attempt WHERE operation_id = $1', [id]);
  expect(rowCount).toBe(0);
  expect(await attempts()).toMatchObject([
    {
      number: 1,
      outcome: 'success',
      startedAt: expect.any(Date),
      call,
      sent: 1,
      written: 1,
      failed: 0,
      fault: null,
    },
  ]);
});

test('what a provider says at length is cut to 2,000 bytes, each thing once', async () => {
  const { attempt, attempts } = await accepted({ records: [{ fields: {} }, { fields: {} }, { fields: {} }] });
  const saying = (message: string): Failed => ({
    kind: 'failed',
    faults: [{ ...refused.faults[0], message }],
  });
  const long = saying('\u304b'.repeat(1_000));
  await attempt({ records: [saying('No'), saying('No'), long], errors: refused.faults });
  const [{ message = '' } = {}] = await attempts();
  expect(message).toMatch(/^No such field\nNo\n\u304b+$/);
  expect(Buffer.byteLength(message ?? '')).toBeLessThanOrEqual(2_000);
});

test('a synchronous write is one attempt, told from its operation', async () => {
  const { records: _, ...write } = anOperation();
  const ended = { ...write, status: 'failure', result: 'no', tookMs: 20, fault: 'invalid', call } as const;
  await recordEndedOperations(db.pool, [
    {
      ...ended,
      records: [
        { planned: { fields: {} }, faults: refused.faults },
        { planned: { fields: {} }, faults: unsent.faults },
      ],
    },
  ]);
  const view = (await viewOperation(db.prisma, write.projectId, write.id))!;
  expect(await listAttempts(db.prisma, view, { limit: 10, after: 0 })).toMatchObject([
    {
      number: 1,
      outcome: 'failure',
      call,
      sent: 1,
      written: 0,
      failed: 2,
      fault: 'invalid',
      message: 'No such field\nNot sent',
    },
  ]);
});

test('attempts go with their operation', async () => {
  const { attempt, projectId, id } = await accepted();
  await attempt({ records: [refused] });
  const step = { projectId, ageMs: -3_600_000 * 2, limit: 10 };
  expect(await removeOperations(db.prisma, step)).toMatchObject({ removed: 1 });
  const { rowCount } = await db.pool.query('SELECT FROM operation_attempt WHERE operation_id = $1', [id]);
  expect(rowCount).toBe(0);
});
