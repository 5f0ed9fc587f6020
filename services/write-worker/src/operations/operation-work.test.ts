import { expect, test } from '@jest/globals';
import type { Pool } from 'pg';
import { operationWork } from './operation-work.ts';

test('permits of a claim that fails are given back', async () => {
  const back: number[] = [];
  const work = operationWork({
    pool: {} as Pool,
    claimDue: () => Promise.reject(new Error('connection cut')),
    permits: {
      ask: () => Promise.resolve({ kind: 'granted', units: 5 }),
      giveBack: (_, units) => Promise.resolve(void back.push(units)),
    },
    perform: () => Promise.reject(new Error('nothing was claimed')),
    settle: () => Promise.resolve(),
  });
  await expect(work.claim('lane', 5, 15_000)).rejects.toThrow('connection cut');
  expect(back).toEqual([5]);
});
