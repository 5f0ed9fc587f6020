import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, openDatabase, type Database } from '@writ/db';
import { patientConnection, testDatabase, type TestDatabase } from '@writ/test-kit';
import type { EndedOperation } from '../operation.ts';
import { aTarget } from '../testing/an-operation.ts';
import { recordEndedOperations } from './record-ended-operations.ts';

let own: TestDatabase;
let db: Database;
beforeAll(async () => {
  own = await testDatabase();
  db = openDatabase({ url: own.url, maxConnections: 2, applicationName: 'test', limits: patientConnection });
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

const target = aTarget();
const written: Omit<EndedOperation, 'id'> = {
  ...target,
  type: 'create',
  form: 'single',
  allOrNone: false,
  status: 'success',
  result: 'Written.',
  tookMs: 1_500,
  requestId: 'r',
  notes: [],
  records: [{ planned: { fields: {} }, recordId: '9', faults: [] }],
};
const refused: Omit<EndedOperation, 'id'> = {
  ...written,
  type: 'update',
  form: 'batch',
  allOrNone: true,
  status: 'failure',
  result: 'no',
  records: [
    {
      planned: {
        id: '7',
        key: '7',
        fields: { a: [1, null], b: 'ü"\\' },
        ifEmpty: ['b'],
        associations: [{ to: { id: '8' }, types: [] }],
      },
      faults: [{ kind: 'invalid', sent: 'rejected', retryable: false, message: 'no', field: 'a' }],
    },
  ],
};

/** Rows without ids, position and times. */
async function rowsOf(operations: readonly Omit<EndedOperation, 'id'>[]): Promise<object[]> {
  const named = operations.map((operation) => ({ ...operation, id: newId() }));
  await recordEndedOperations(db.pool, named);
  const { rows } = await db.pool.query<{ operation: object; record: object }>(
    `SELECT to_jsonb(o) - '{id, position, create_time, update_time, last_attempt_at}'::text[] AS operation,
       to_jsonb(r) - 'operation_id' AS record
     FROM operation o JOIN operation_record r ON r.project_id = o.project_id AND r.operation_id = o.id
     WHERE o.id = ANY ($1) AND o.create_time = o.update_time - interval '1.5 s' AND o.create_time = o.last_attempt_at
       AND o.update_time BETWEEN clock_timestamp() - interval '1 min' AND clock_timestamp()
     ORDER BY o.id`,
    [named.map(({ id }) => id)],
  );
  return rows;
}

test('synchronous writes have the rows that tell how they ended', async () => {
  expect(await rowsOf([written, refused])).toMatchObject([
    { operation: { status: 'success', succeeded: 1, failed: 0 }, record: { record_id: '9', errors: null } },
    {
      operation: { status: 'failure', succeeded: 0, failed: 1, mode: 'synchronous', attempt: 1 },
      record: { record_id: '7', record_key: '7', status: 'failed', errors: [{ message: 'no', field: 'a' }] },
    },
  ]);
});

test('a create that may have been made although it failed is ambiguous, an update is not', async () => {
  const lost = { kind: 'timeout', sent: 'unknown', retryable: false, message: 'no answer' } as const;
  const records = [{ planned: { fields: {} }, faults: [lost] }];
  const failed = { ...written, status: 'failure', records } as const;
  expect(
    await rowsOf([failed, { ...failed, type: 'update' }, { ...written, records: refused.records }]),
  ).toMatchObject([
    { operation: { ambiguous: true }, record: { ambiguous: true } },
    { operation: { ambiguous: false }, record: { ambiguous: false } },
    { operation: { ambiguous: false }, record: { ambiguous: false } },
  ]);
});
