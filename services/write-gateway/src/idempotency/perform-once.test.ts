import { expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { aTarget } from '@writ/operation/testing';
import type { Pool } from 'pg';
import type { Change } from './store-or-retry.ts';
import { createPerformOnce } from './perform-once.ts';

test('a write that could not begin counts against the memory of what waits for Postgres', async () => {
  const waiting: Change[] = [];
  const full = Object.assign(new Error('disk full'), { code: '53100' });
  const pool = { query: () => Promise.reject(full) } as unknown as Pool;
  const store = {
    now: () => Promise.resolve('stored' as const),
    later: (change: Change) => void waiting.push(change),
  };
  const performOnce = createPerformOnce({ pool, store });
  const keyed = { projectId: newId(), scope: 'i/contacts', key: 'k', bodyHash: Buffer.from('x') };
  const write = {
    ...aTarget({ projectId: keyed.projectId }),
    id: newId(),
    type: 'create' as const,
    form: 'single' as const,
    allOrNone: false,
    requestId: 'r',
    notes: [],
    records: [{ fields: {} }],
    idempotencyKey: keyed.key,
  };
  await expect(performOnce(write, keyed, () => Promise.resolve({}))).rejects.toBe(full);
  expect(waiting.map(({ sizeBytes }) => sizeBytes())).toEqual([expect.any(Number)]);
  expect(waiting[0]?.sizeBytes()).toBeGreaterThan(0);
});
