import { expect, test } from '@jest/globals';
import { summarizeLatencies } from './latencies.ts';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

test('percentiles are values that were measured, by nearest rank', () => {
  expect(summarizeLatencies(hundred)).toEqual({ p50Ms: 50, p99Ms: 99, maxMs: 100 });
});

test('no latency at all gives zeros', () => {
  expect(summarizeLatencies([])).toEqual({ p50Ms: 0, p99Ms: 0, maxMs: 0 });
});

test('the latencies given keep their order', () => {
  const given = [3, 1, 2];
  summarizeLatencies(given);
  expect(given).toEqual([3, 1, 2]);
});
