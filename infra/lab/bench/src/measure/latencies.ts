/** What many latencies come to, in milliseconds. */
export type LatencySummary = { count: number; p50Ms: number; p90Ms: number; p99Ms: number; maxMs: number };

/** Sums latencies up; all figures are 0 when there is none. The list given stays as it is. */
export function summarizeLatencies(latenciesMs: readonly number[]): LatencySummary {
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    count: sorted.length,
    p50Ms: percentile(sorted, 50),
    p90Ms: percentile(sorted, 90),
    p99Ms: percentile(sorted, 99),
    maxMs: percentile(sorted, 100),
  };
}

/** The smallest value that at least `percent` of all values do not exceed (nearest rank). */
export function percentile(sorted: Float64Array, percent: number): number {
  const rank = Math.ceil((percent / 100) * sorted.length);
  return sorted[Math.max(0, rank - 1)] ?? 0;
}
