import { expect, test } from '@jest/globals';
import type { Database } from '@writ/db';
import type { Governor } from '@writ/governor';
import { accountPermits } from './account-permits.ts';

test('permits of a lane whose provider cannot be looked up are left to end: what was claimed with them goes its way', async () => {
  const back: number[] = [];
  const governor = { giveBack: (_: unknown, units: number) => void back.push(units) };
  const lookUps = [Promise.reject(new Error('connection cut')), { rows: [{ name: 'hubspot acme' }] }];
  const permits = accountPermits({
    database: { pool: { query: () => lookUps.shift() } } as unknown as Database,
    governor: governor as unknown as Governor,
  });
  await permits.giveBack('lane', 3);
  await permits.giveBack('lane', 2);
  expect(back).toEqual([2]);
});
