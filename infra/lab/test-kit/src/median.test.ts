import { expect, test } from '@jest/globals';
import { median, percentile } from './median.ts';

test('the median is the middle one, of an even number the upper of the two, of nothing 0 or what is told', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 3, 0]);
  expect(median([], Infinity)).toBe(Infinity);
});

test('a percentile is a value that was given, by nearest rank', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect([50, 99, 100].map((percent) => percentile(hundred, percent))).toEqual([50, 99, 100]);
  expect([percentile([7], 99), percentile([], 99), percentile([], 99, Infinity)]).toEqual([7, 0, Infinity]);
});
