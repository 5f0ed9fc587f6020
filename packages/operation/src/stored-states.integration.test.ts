import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { batchStages, operationStatuses, recordStatuses } from './operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 1 });
});
afterAll(() => db.close());

test.each([
  ['operation_status', operationStatuses],
  ['operation_stage', batchStages],
  ['operation_record_status', recordStatuses],
])('the constraint %s allows the states that the code knows, and no others', async (name, states) => {
  const { rows } = await db.pool.query<{ text: string }>(
    'SELECT pg_get_constraintdef(oid) AS text FROM pg_constraint WHERE conname = $1',
    [name],
  );
  expect([...(rows[0]?.text ?? '').matchAll(/'(\w+)'/g)].map(([, state]) => state)).toEqual([...states]);
});
