import { expect, test } from '@jest/globals';
import { acknowledged, call, fault, fixed, operation } from '../testing/a-history.ts';
import { lostOnlyBetween, nothingRunsUnknown } from './restore.ts';

const restored = [fault(1_000), fixed(2_000)];
const gone = acknowledged(9, { sentAtMs: 1_490, atMs: 1_500 });

test('what was acknowledged between backup and restore may be gone', () => {
  const kept = acknowledged(0, { atMs: 900 });
  expect(lostOnlyBetween([...restored, kept, operation(0), gone]).holds).toBe(true);
});

test.each([
  ['before the backup', { sentAtMs: 890, atMs: 900 }],
  ['after the restore', { sentAtMs: 2_100, atMs: 2_200 }],
])('what was acknowledged %s may not', (_, times) => {
  expect(lostOnlyBetween([...restored, gone, acknowledged(0, times)]).holds).toBe(false);
});

test('a restore that took nothing away shows nothing', () => {
  expect(lostOnlyBetween([...restored, acknowledged(0), operation(0)]).holds).toBe(false);
});

test('a call for an operation that is gone is seen, unless it was under way', () => {
  const history = [...restored, operation(0), call([0], { atMs: 9_000 })];
  expect(nothingRunsUnknown([...history, call([9], { atMs: 6_900 })], 5_000).holds).toBe(true);
  expect(nothingRunsUnknown([...history, call([9], { atMs: 7_100 })], 5_000).holds).toBe(false);
  expect(nothingRunsUnknown(restored, 5_000).holds).toBe(false);
});
