import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { acceptOperations } from '../accept/accept-operations.ts';
import { claimOperations } from '../index.ts';
import type { NewOperation } from '../operation.ts';
import { anOperation } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 2 });
});
afterAll(() => db.close());

/** Two records, of which an attempt has written the first. */
async function inPart(recordId: string, more: Partial<NewOperation> = {}) {
  const operation = anOperation({ records: [{ fields: { a: 1 } }, { fields: { a: 2 } }], ...more });
  const { id, laneId } = operation;
  await acceptOperations(db.pool, [operation]);
  await db.pool.query(
    `WITH written AS (
       UPDATE operation_record SET status = 'written', record_id = $2 WHERE operation_id = $1 AND index = 0)
     UPDATE operation SET succeeded = 1, attempt = 1 WHERE id = $1`,
    [id, recordId],
  );
  const claim = async () =>
    (await claimOperations(db.pool, [{ laneId, limit: 1 }], 15_000))[0]?.writtenBefore;
  return { operation, claim };
}

test('a create that is tried again knows the ids that its records have got, and those of the operations before it', async () => {
  const first = await inPart('1');
  const { projectId, id } = first.operation;
  const second = await inPart('2', { projectId, retryOf: id });
  const third = anOperation({ projectId, retryOf: second.operation.id });
  await acceptOperations(db.pool, [third]);
  expect(await first.claim()).toEqual(['1']);
  expect((await second.claim())?.toSorted()).toEqual(['1', '2']);
  const [claimed] = await claimOperations(db.pool, [{ laneId: third.laneId, limit: 1 }], 15_000);
  expect(claimed?.writtenBefore.toSorted()).toEqual(['1', '2']);
});

test('what nobody has tried before knows none, nor does an update', async () => {
  const fresh = anOperation();
  await acceptOperations(db.pool, [fresh]);
  const [claimed] = await claimOperations(db.pool, [{ laneId: fresh.laneId, limit: 1 }], 15_000);
  expect(claimed?.writtenBefore).toEqual([]);
  const records = [1, 2].map(() => ({ id: newId(), fields: { a: 1 } }));
  expect(await (await inPart('1', { type: 'update', records })).claim()).toEqual([]);
});
