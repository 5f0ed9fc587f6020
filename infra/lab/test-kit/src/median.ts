/** Of an even number of values, the upper of the middle two; `ofNone` without values. */
export const median = (values: readonly number[], ofNone = 0): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? ofNone;
