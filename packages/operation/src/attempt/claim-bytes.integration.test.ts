import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction, newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { acceptOperations } from '../accept/accept-operations.ts';
import { batchLimits, claimOperations, claimOverdueOperations, nextDueOperations } from '../index.ts';
import { anOperation } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 2 });
});
afterAll(() => db.close());

/** A lane of operations with these bytes; claims return their places. */
async function aLane(sizes: readonly number[]) {
  const target = anOperation();
  const operations = sizes.map(() => ({ ...target, id: newId() }));
  const { laneId } = target;
  await inTransaction(db.pool, (tx) => acceptOperations(tx, operations));
  const ids = operations.map(({ id }) => id);
  await db.pool.query(
    `UPDATE operation o SET record_bytes = given.bytes FROM unnest($1::uuid[], $2::int[]) AS given (id, bytes)
     WHERE o.id = given.id`,
    [ids, sizes],
  );
  return {
    laneId,
    claim: async (limit = 100) =>
      (await claimOperations(db.pool, [{ laneId, limit }], 15_000)).map(({ id }) => ids.indexOf(id)),
  };
}

const { bytes: most } = batchLimits;

test('a claim stops where its operations have the bytes of a batch, and takes one at least', async () => {
  const { claim, laneId } = await aLane([most / 2, most / 2, 1, most + 1, 0, most - 1, 1]);
  expect(await claim()).toEqual([0, 1]);
  // Skipped operations stay due.
  expect((await nextDueOperations(db.pool, [laneId])).get(laneId)?.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await claim()).toEqual([2]);
  expect(await claim()).toEqual([3]);
  expect(await claim()).toEqual([4, 5, 6]);
  expect(await claim()).toEqual([]);
});

test('small operations are claimed as many as are asked for, and tell their bytes', async () => {
  const { claim, laneId } = await aLane(Array<number>(30).fill(1_000));
  expect(await claim(20)).toHaveLength(20);
  const rest = await claimOperations(db.pool, [{ laneId, limit: 20 }], 15_000);
  expect(rest.map(({ bytes }) => bytes)).toEqual(Array(10).fill(1_000));
});

test('of what is overdue no more is claimed than 10,000 records', async () => {
  const { laneId } = await aLane(Array<number>(5).fill(1_000));
  await db.pool.query(
    'UPDATE operation SET record_count = 5_000, deadline_at = clock_timestamp() WHERE lane_id = $1',
    [laneId],
  );
  const claim = async () => claimOverdueOperations(db.pool, [{ laneId, limit: 100 }], 15_000);
  expect([await claim(), await claim(), await claim()].map(({ length }) => length)).toEqual([2, 2, 1]);
});
