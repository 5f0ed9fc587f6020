import { percentile } from '@writ/test-kit';

/** What many latencies come to, in milliseconds. */
export type LatencySummary = { p50Ms: number; p99Ms: number; maxMs: number };

/** Sums latencies up; all figures are 0 when there is none. The list given stays as it is. */
export function summarizeLatencies(latenciesMs: readonly number[]): LatencySummary {
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    p50Ms: percentile(sorted, 50),
    p99Ms: percentile(sorted, 99),
    maxMs: percentile(sorted, 100),
  };
}
