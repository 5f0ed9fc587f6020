/** The middle one; of an even number, the upper of the two; `ofNone` when there is none. */
export const median = (values: readonly number[], ofNone = 0): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? ofNone;
