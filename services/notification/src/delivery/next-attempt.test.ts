import { expect, test } from '@jest/globals';
import { nextAttempt } from './next-attempt.ts';

const scheduleMs = [5_000, 300_000, 1_800_000];
const middle = () => 0.5;

test('each failed attempt is followed by its wait, and the last by none', () => {
  const waits = [1, 2, 3, 4].map((failed) => nextAttempt({ failed, scheduleMs, random: middle }));
  expect(waits).toEqual([5_000, 300_000, 1_800_000, undefined]);
});

test('a wait is spread by a fifth either way', () => {
  expect(nextAttempt({ failed: 1, scheduleMs, random: () => 0 })).toBe(4_000);
  expect(nextAttempt({ failed: 1, scheduleMs, random: () => 0.999_999 })).toBe(6_000);
});

test.each([
  [1, 3_000, 5_000],
  [1, 60_000, 60_000],
  [1, 86_400_000, 300_000],
  [3, 86_400_000, 1_800_000],
])('after failure %d, a wish of %d ms leads to a wait of %d ms', (failed, retryAfterMs, expected) => {
  expect(nextAttempt({ failed, scheduleMs, retryAfterMs, random: middle })).toBe(expected);
});
