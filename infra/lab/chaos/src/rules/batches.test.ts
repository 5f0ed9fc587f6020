import { expect, test } from '@jest/globals';
import { acknowledged, call, operation } from '../testing/a-history.ts';
import { batchesOnTime, batchesWhole } from './batches.ts';

const given = [acknowledged(1, { atMs: 1 }), acknowledged(2, { atMs: 2 }), operation(0, { numbers: [1, 2] })];

test('a batch that went out once, whole and in order, passes', () => {
  expect(batchesWhole([...given, call([1, 2])], 2).holds).toBe(true);
});

test.each([
  ['was never sent', []],
  ['was sent twice', [call([1, 2]), call([1, 2])]],
  ['was sent in two parts', [call([1]), call([2])]],
  ['lost a record', [call([1])]],
  ["carried another's record", [call([1, 3])]],
  ['went out in another order', [call([2, 1])]],
])('a batch that %s is seen', (_, calls) => {
  expect(batchesWhole([...given, ...calls], 2).holds).toBe(false);
});

test.each([
  [60_000, true],
  [75_000, true],
  [59_999, false],
  [75_001, false],
])('a batch with a delay of a minute that ran after %d ms: %j', (atMs, holds) => {
  expect(batchesOnTime([...given, call([1, 2], { atMs })], 60_000, 15_000).holds).toBe(holds);
});

test('a batch that never ran is late', () => {
  expect(batchesOnTime(given, 60_000, 15_000).holds).toBe(false);
});

test('a run without batches shows nothing', () => {
  expect(batchesWhole([], 2).holds).toBe(false);
  expect(batchesOnTime([], 60_000, 15_000).holds).toBe(false);
});

test('a record that stands in no whole batch is seen', () => {
  const half = [acknowledged(1), operation(0, { numbers: [1] })];
  expect(batchesWhole([...half, call([1, 2])], 2).holds).toBe(false);
});
