import { expect, test } from '@jest/globals';
import { percentile, summarizeLatencies } from './latencies.ts';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

test('percentiles are values that were measured, by nearest rank', () => {
  expect(summarizeLatencies(hundred)).toEqual({ count: 100, p50Ms: 50, p90Ms: 90, p99Ms: 99, maxMs: 100 });
});

test('a single latency is every percentile', () => {
  expect(summarizeLatencies([7])).toEqual({ count: 1, p50Ms: 7, p90Ms: 7, p99Ms: 7, maxMs: 7 });
});

test('no latency at all gives zeros', () => {
  expect(summarizeLatencies([])).toEqual({ count: 0, p50Ms: 0, p90Ms: 0, p99Ms: 0, maxMs: 0 });
});

test('one outlier in a hundred moves the maximum and leaves the 99th percentile', () => {
  const sorted = Float64Array.from([...Array<number>(99).fill(1), 5_000]);
  expect(percentile(sorted, 99)).toBe(1);
  expect(percentile(sorted, 100)).toBe(5_000);
});

test('the latencies given keep their order', () => {
  const given = [3, 1, 2];
  summarizeLatencies(given);
  expect(given).toEqual([3, 1, 2]);
});
