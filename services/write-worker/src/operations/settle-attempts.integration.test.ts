import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { installationsForCall, type FindInstallationForCall } from '@writ/installation';
import { claimOperations, type ClaimedOperation } from '@writ/operation';
import { acceptOperations, anOperation, viewOperation } from '@writ/operation/testing';
import { createAppLogger } from '@writ/service-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { judgeAttempt, type JudgedOperation, type RecordOutcome } from '@writ/write-core';
import { installationOf } from '../testing/installation-of.ts';
import { createSettleAttempts } from './settle-attempts.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const projectId = newId();

async function taken(recordCount: number): Promise<ClaimedOperation> {
  const records = Array.from({ length: recordCount }, (_, place) => ({
    fields: { lastname: `Lovelace ${place}` },
  }));
  const operation = anOperation({ projectId, records });
  await acceptOperations(db.pool, [operation]);
  return takenNow(operation.laneId);
}

async function takenNow(laneId: string, leaseMs = 15_000): Promise<ClaimedOperation> {
  const [claimed] = await claimOperations(db.pool, [{ laneId, limit: 1 }], leaseMs);
  if (!claimed) throw new Error('nothing was due');
  return claimed;
}

const settled = async (...outcomes: RecordOutcome[]) => settledAs(await taken(outcomes.length), outcomes);

async function settledAs(
  operation: ClaimedOperation,
  outcomes: RecordOutcome[],
  judged: JudgedOperation = operation,
  findInstallation: FindInstallationForCall = installationsForCall(db),
) {
  const time = { attempt: operation.attempt, msToDeadline: operation.msToDeadline, random: 0 };
  const settle = createSettleAttempts({
    pool: db.pool,
    managementUrl: 'http://management.test/v1',
    findInstallation,
    onEnded: () => undefined,
    pokeRelay: () => undefined,
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
  });
  const log = { severity: 'INFO', msg: 'attempt' } as const;
  await settle([
    { operation, judgement: judgeAttempt(judged, { records: outcomes, errors: [] }, time), log },
  ]);
  const { rows } = await db.pool.query<{ body: string }>('SELECT body FROM outbox WHERE project_id = $1', [
    projectId,
  ]);
  const events = rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  return {
    operation: await viewOperation(db.prisma, projectId, operation.id),
    events: events.filter(({ data }) => data['operationId'] === operation.id),
  };
}

test('an operation that ends is announced in the same transaction, once', async () => {
  const { operation, events } = await settled({ kind: 'written', recordId: '7' });
  expect(operation?.status).toBe('success');
  expect(events).toEqual([
    expect.objectContaining({
      type: 'write.async.done',
      data: expect.objectContaining({
        success: true,
        successfulRecordIds: ['7'],
        status: 'success',
      }) as unknown,
    }),
  ]);
});

test('an event has the names that the call found, but for an installation that has another connection by now', async () => {
  const names = { integrationName: 'crm', groupName: 'Acme', consumerRef: 'ada', consumerName: null };
  const eventOf = async (change: { id?: string }) => {
    const operation = await taken(1);
    const installed = (await installationOf(operation, change)(operation.installationId))!;
    const found = { ...installed, names };
    const written: RecordOutcome = { kind: 'written', recordId: '7' };
    const { events } = await settledAs(operation, [written], operation, () => Promise.resolve(found));
    return { operation, data: events[0]?.data };
  };
  expect((await eventOf({})).data).toMatchObject({
    integrationName: 'crm',
    groupName: 'Acme',
    consumerRef: 'ada',
    consumerName: 'ada',
  });
  const moved = await eventOf({ id: newId() });
  expect(moved.data).toMatchObject({ integrationName: moved.operation.integrationId });
  expect(moved.data).not.toHaveProperty('consumerRef');
});

/** Written under an unknown id, with its event. */
const writtenWithoutId = {
  operation: {
    status: 'success',
    succeeded: 1,
    failed: 0,
    ambiguous: false,
    successfulRecordIds: [],
    warnings: ['The record was written, but its id is not known. Look for it in the CRM.'],
  },
  events: [
    {
      data: {
        success: true,
        succeeded: 1,
        successfulRecordIds: [],
        records: [{ index: 0, success: true }],
      },
    },
  ],
};

test('a record that was written under an id that no database stores is written, without an id', async () => {
  expect(await settled({ kind: 'written', recordId: 'a\0b' })).toMatchObject(writtenWithoutId);
});

test('an id that is not known is none that another create of the operation has got', async () => {
  const warning = writtenWithoutId.operation.warnings[0] ?? '';
  const { laneId } = anOperation();
  const records = [1, 2, 3].map((place) => ({ fields: { lastname: `Lovelace ${place}` } }));
  await acceptOperations(db.pool, [anOperation({ projectId, laneId, records })]);
  const first = await takenNow(laneId);
  const locked = { kind: 'locked', sent: 'rejected', retryable: true, message: 'locked' } as const;
  const outcomes: RecordOutcome[] = [
    { kind: 'written', warnings: [warning] },
    { kind: 'written', recordId: '7' },
    { kind: 'failed', faults: [locked] },
  ];
  await settledAs(first, outcomes);
  await db.pool.query('UPDATE operation SET due_at = clock_timestamp() WHERE id = $1', [first.id]);
  const second = await takenNow(laneId);
  expect(second).toMatchObject({ succeededBefore: 2, writtenBefore: ['7'], pending: [{ index: 2 }] });
  const { operation, events } = await settledAs(second, [{ kind: 'written', recordId: '9' }]);
  expect(operation).toMatchObject({ succeeded: 3, failed: 0, successfulRecordIds: ['7', '9'] });
  expect(events).toMatchObject([
    {
      data: {
        success: true,
        successfulRecordIds: ['7', '9'],
        records: [
          { index: 0, success: true },
          { index: 1, success: true, recordId: '7' },
          { index: 2, success: true, recordId: '9' },
        ],
      },
    },
  ]);
});

test('of an answer that no database stores the ids and faults that can be stored are kept', async () => {
  const fault = (message: string): RecordOutcome => ({
    kind: 'failed',
    faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message, code: 'BAD' }],
  });
  const { operation, events } = await settled(
    { kind: 'written', recordId: '7' },
    fault('No \ud83d'),
    fault('Bad'),
  );
  expect(operation).toMatchObject({ status: 'success', succeeded: 1, failed: 2, ambiguous: false });
  expect(events[0]?.data['records']).toMatchObject([
    { success: true, recordId: '7' },
    { success: false, errors: [{ message: 'No \uFFFD', code: 'BAD' }] },
    { success: false, errors: [{ message: 'Bad', code: 'BAD' }] },
  ]);
});

test('of an answer that no database stores it stays known what a look at the provider has settled', async () => {
  const { laneId } = anOperation();
  const records = [{ fields: { email: 'a@writ.test' } }, { fields: { email: 'b@writ.test' } }];
  await acceptOperations(db.pool, [anOperation({ projectId, laneId, records })]);
  await takenNow(laneId, 0);
  const inDoubt = await takenNow(laneId);
  expect(inDoubt.pending).toMatchObject([{ inDoubt: true }, { inDoubt: true }]);
  const looked = { ...inDoubt, pending: inDoubt.pending.map((record) => ({ ...record, inDoubt: false })) };
  const refused = { kind: 'invalid', sent: 'rejected', retryable: false, message: 'No \ud83d' } as const;
  const outcomes: RecordOutcome[] = [
    { kind: 'written', recordId: '7' },
    { kind: 'failed', faults: [refused] },
  ];
  const { operation } = await settledAs(inDoubt, outcomes, looked);
  expect(operation).toMatchObject({ status: 'success', succeeded: 1, failed: 1, ambiguous: false });
});

test('of an outcome of which nothing can be stored it stays known that records were written', async () => {
  await db.pool.query(`ALTER TABLE operation_record ADD CONSTRAINT refuses CHECK (record_id <> 'refused')`);
  const ended = await settled({ kind: 'written', recordId: 'refused' });
  await db.pool.query('ALTER TABLE operation_record DROP CONSTRAINT refuses');
  expect(ended).toMatchObject(writtenWithoutId);
});
