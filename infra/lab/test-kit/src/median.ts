/** The upper of two middle values; `ofNone` without values. */
export const median = (values: readonly number[], ofNone = 0): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? ofNone;

/** Nearest rank: the smallest value that at least `percent` of values do not exceed. */
export function percentile(values: readonly number[] | Float64Array, percent: number, ofNone = 0): number {
  const rank = Math.ceil((percent / 100) * values.length);
  return Float64Array.from(values).sort()[Math.max(0, rank - 1)] ?? ofNone;
}
