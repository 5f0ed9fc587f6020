import { expect, test } from '@jest/globals';
import { batchLimits, type ClaimedOperation } from '@writ/operation';
import { aClaimedOperation } from '@writ/operation/testing';
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
    settle: () => Promise.resolve([]),
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
    settle: () => Promise.resolve([]),
  });
  const units = ['a', 'b', 'a'].map((laneId) => ({ laneId, bytes: 1 }) as ClaimedOperation);
  await expect(work.release(units)).rejects.toThrow('connection cut');
  expect(back).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

test('of a lane no more is claimed while what is held of it has the bytes of two batches', async () => {
  const units = ['a', 'a', 'a', 'b'].map((laneId) => aClaimedOperation({ laneId, bytes: batchLimits.bytes }));
  const work = operationWork({
    pool: { query: () => Promise.reject(new Error('connection cut')) } as unknown as Pool,
    claimDue: (laneId) => Promise.resolve(units.filter((unit) => unit.laneId === laneId)),
    permits: {
      ask: (_, wanted) => Promise.resolve({ kind: 'granted', units: wanted }),
      giveBack: () => Promise.resolve(),
    },
    perform: () => Promise.reject(new Error('a bug')),
    settle: () => Promise.resolve([]),
  });
  const leave = async (laneId: string) => (await work.permits?.(laneId, 5))?.kind;
  const [first, second, third] = await work.claim('a', 5, 15_000);
  await work.claim('b', 5, 15_000);
  expect(await leave('a')).toBe('busy');
  expect(await leave('b')).toBe('granted');
  expect(work.mayHaveLeft?.([first!])).toBe(true);
  expect(work.mayHaveLeft?.([aClaimedOperation(), aClaimedOperation()])).toBe(false);

  const lease = { remainingMs: () => 0, heldMs: () => 0, signal: new AbortController().signal };
  await expect(work.perform(first!, lease)).rejects.toThrow('a bug');
  expect(await leave('a')).toBe('busy');
  await expect(work.release([second!])).rejects.toThrow('connection cut');
  expect(await leave('a')).toBe('granted');
  await expect(work.perform(third!, lease)).rejects.toThrow('a bug');
  expect(await leave('a')).toBe('granted');
});
