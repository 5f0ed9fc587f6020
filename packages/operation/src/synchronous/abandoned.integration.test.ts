import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { findKey, type KeyedRequest } from '../accept/idempotency-keys.ts';
import type { BegunWrite, EndedOperation } from '../operation.ts';
import { aTarget, viewOperation } from '../testing/an-operation.ts';
import { beginWrite } from './begin-write.ts';
import { endAbandoned, expiredWrites } from './end-abandoned.ts';
import { createRecordEnded } from './record-ended-operations.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const aWrite = (changes: Partial<BegunWrite> = {}): BegunWrite => ({
  ...aTarget(),
  id: newId(),
  type: 'create',
  form: 'batch',
  allOrNone: false,
  requestId: 'r',
  notes: [{ severity: 'WARNING', msg: 'a note', details: { note: 'default', field: 'a' } }],
  records: [{ fields: { email: 'ü"\\' } }, { id: '7', fields: { a: [1, null] }, ifEmpty: ['a'] }],
  ...changes,
});
const keyOf = ({ projectId }: BegunWrite): KeyedRequest => ({
  projectId,
  scope: 'i/contacts',
  key: newId(),
  bodyHash: Buffer.from('x'),
});
const endedAs = (write: BegunWrite): EndedOperation => ({
  ...write,
  status: 'success',
  result: 'Written.',
  tookMs: 1_000,
  records: write.records.map((planned) => ({ planned, recordId: '9', faults: [] })),
});

const begin = (write: BegunWrite, keyed = keyOf(write)) => beginWrite(db.pool, write, keyed);
const record = (write: BegunWrite) => createRecordEnded(db.pool)(endedAs(write));
const expire = ({ id }: BegunWrite) =>
  db.pool.query(
    `WITH key AS (UPDATE idempotency_key SET lease_until = clock_timestamp() WHERE holder = $1)
     UPDATE synchronous_write SET lease_until = clock_timestamp() WHERE id = $1`,
    [id],
  );
const isExpired = async ({ id }: BegunWrite) => (await expiredWrites(db.pool)).some((one) => one.id === id);
const view = ({ projectId, id }: BegunWrite) => viewOperation(db.prisma, projectId, id);
const begunRows = async ({ id }: BegunWrite) =>
  (await db.pool.query('SELECT FROM synchronous_write WHERE id = $1', [id])).rowCount;

test('a write whose process died becomes an operation with an unknown outcome, once', async () => {
  const write = aWrite({ idempotencyKey: 'k' });
  const keyed = keyOf(write);
  expect(await begin(write, keyed)).toEqual({ kind: 'reserved' });
  expect(await isExpired(write)).toBe(false);
  expect(await endAbandoned(db, write)).toBe(false);
  await expire(write);
  expect(await isExpired(write)).toBe(true);
  expect((await Promise.all([endAbandoned(db, write), endAbandoned(db, write)])).toSorted()).toEqual([
    false,
    true,
  ]);
  expect(await view(write)).toMatchObject({
    status: 'failure',
    mode: 'synchronous',
    type: 'create',
    ambiguous: true,
    failed: 2,
    fault: 'unknown',
    idempotencyKey: 'k',
    warnings: ['a note'],
    result: expect.stringMatching(/^\[contacts\] .*died/),
  });
  const { rows } = await db.pool.query(
    'SELECT planned, if_empty, status FROM operation_record WHERE operation_id = $1 ORDER BY index',
    [write.id],
  );
  expect(rows).toEqual([
    { planned: { email: 'ü"\\' }, if_empty: null, status: 'failed' },
    { planned: { a: [1, null] }, if_empty: ['a'], status: 'failed' },
  ]);
  expect(await findKey(db.pool, keyed)).toEqual({ kind: 'unknown', operationId: write.id });
  expect(await begunRows(write)).toBe(0);
});

test('what a living process records stays, whoever comes first', async () => {
  const [recorded, abandoned] = [aWrite(), aWrite()];
  await Promise.all([begin(recorded), begin(abandoned)]);
  await Promise.all([expire(recorded), expire(abandoned)]);
  await record(recorded);
  expect(await endAbandoned(db, recorded)).toBe(false);
  await endAbandoned(db, abandoned);
  await record(abandoned);
  expect(await view(recorded)).toMatchObject({ status: 'success', succeeded: 2 });
  expect(await view(abandoned)).toMatchObject({ status: 'failure', ambiguous: true });
  expect(await begunRows(recorded)).toBe(0);
});

test('a write that is recorded although its begin was lost has its operation', async () => {
  const write = aWrite();
  await record(write);
  expect(await view(write)).toMatchObject({ status: 'success' });
});
