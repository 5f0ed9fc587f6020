import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { claimOperations, findOperation } from '@writ/operation';
import { acceptOperations, anOperation } from '@writ/operation/testing';
import { createAppLogger } from '@writ/service-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { judgeAttempt, type RecordOutcome } from '@writ/write-core';
import { createSettleAttempts } from './settle-attempts.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const projectId = newId();

async function settled(...outcomes: RecordOutcome[]) {
  const records = outcomes.map((_, place) => ({ fields: { lastname: `Lovelace ${place}` } }));
  const operation = anOperation({ projectId, records });
  await acceptOperations(db.pool, [operation]);
  const [claimed] = await claimOperations(db.pool, [{ laneId: operation.laneId, limit: 1 }], 15_000);
  if (!claimed) throw new Error('nothing was due');
  const time = { attempt: 1, msToDeadline: claimed.msToDeadline, random: 0 };
  const settle = createSettleAttempts({
    pool: db.pool,
    managementUrl: 'http://management.test/v1',
    onEnded: () => undefined,
    pokeRelay: () => undefined,
    logger: createAppLogger({ service: 'test', level: 'error', write: () => undefined }),
  });
  const log = { severity: 'INFO', msg: 'attempt' } as const;
  await settle([
    { operation: claimed, judgement: judgeAttempt(claimed, { records: outcomes, errors: [] }, time), log },
  ]);
  const { rows } = await db.pool.query<{ body: string }>('SELECT body FROM outbox WHERE project_id = $1', [
    projectId,
  ]);
  const events = rows.map(({ body }) => JSON.parse(body) as { type: string; data: Record<string, unknown> });
  return {
    operation: await findOperation(db.prisma, projectId, operation.id),
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

test('an answer that no database stores ends the operation all the same, and it is told that it may have been written', async () => {
  const { operation, events } = await settled({ kind: 'written', recordId: 'a\0b' });
  expect(operation).toMatchObject({ status: 'failure', ambiguous: true });
  expect(operation?.result).toContain('cannot be stored');
  expect(events).toHaveLength(1);
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
