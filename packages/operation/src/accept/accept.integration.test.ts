import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { anOperation } from '../testing/an-operation.ts';
import { createAccept, type Accept } from './accept.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 8 });
});
afterAll(() => db.close());

const large = () => ({ fields: { note: 'x'.repeat(2_000_000) } });
const operation = (type: 'create' | 'update') => {
  const records = [{ ...large(), ...(type === 'update' && { id: newId() }) }];
  return { ...anOperation(), id: newId(), type, records };
};
const batched = () => ({
  ...anOperation(),
  type: 'create' as const,
  maxDelayMinutes: 5,
  requestId: newId(),
  record: large(),
});

test.each<[string, (accept: Accept) => Promise<unknown>]>([
  ['creates', (accept) => accept.operation(operation('create'))],
  ['updates', (accept) => accept.operation(operation('update'))],
  ['records of auto batches', (accept) => accept.batched(batched())],
])('large writes share a commit only as far as it stays small: %s', async (_, add) => {
  const commits: number[] = [];
  const accept = createAccept({ pool: db.pool, onCommit: ({ writes }) => void commits.push(writes) });
  const answers = await Promise.all(Array.from({ length: 5 }, () => add(accept)));
  expect(answers).toMatchObject(answers.map(() => ({ kind: 'stored' })));
  expect(commits.toSorted()).toEqual([1, 2, 2]);
});
