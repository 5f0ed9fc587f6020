import { expect, test } from '@jest/globals';
import type { ClaimedOperation } from '@writ/operation';
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

test('permits of what is given back are given back, lane by lane, also when the database is away', async () => {
  const back: [string, number][] = [];
  const work = operationWork({
    pool: { query: () => Promise.reject(new Error('connection cut')) } as unknown as Pool,
    claimDue: () => Promise.resolve([]),
    permits: {
      ask: () => Promise.resolve({ kind: 'granted', units: 5 }),
      giveBack: (laneId, units) => Promise.resolve(void back.push([laneId, units])),
    },
    perform: () => Promise.reject(new Error('nothing is performed')),
    settle: () => Promise.resolve(),
  });
  const units = ['a', 'b', 'a'].map((laneId) => ({ laneId }) as ClaimedOperation);
  await expect(work.release(units)).rejects.toThrow('connection cut');
  expect(back).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});
