import { expect, test } from '@jest/globals';
import { median } from './median.ts';

test('the median is the middle one, of an even number the upper of the two, of nothing 0 or what is told', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 3, 0]);
  expect(median([], Infinity)).toBe(Infinity);
});
