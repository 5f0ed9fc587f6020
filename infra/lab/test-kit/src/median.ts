/** Of an even number of values, the upper of the middle two; `ofNone` without values. */
export const median = (values: readonly number[], ofNone = 0): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? ofNone;

/** The smallest value that at least `percent` of all values do not exceed (nearest rank). */
export function percentile(values: readonly number[] | Float64Array, percent: number, ofNone = 0): number {
  const rank = Math.ceil((percent / 100) * values.length);
  return Float64Array.from(values).sort()[Math.max(0, rank - 1)] ?? ofNone;
}
