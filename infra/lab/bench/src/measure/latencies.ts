import { percentile } from '@writ/test-kit';

/** In milliseconds. */
export type LatencySummary = { p50Ms: number; p99Ms: number; maxMs: number };

/** All 0 without latencies. Does not change its argument. */
export function summarizeLatencies(latenciesMs: readonly number[]): LatencySummary {
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    p50Ms: percentile(sorted, 50),
    p99Ms: percentile(sorted, 99),
    maxMs: percentile(sorted, 100),
  };
}
