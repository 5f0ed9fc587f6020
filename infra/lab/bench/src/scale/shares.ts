/** A part of a whole, by its name. */
export type Share = { name: string; share: number };

/** Sums up what has the same name, as shares of the whole, the largest first. */
export function sharesOf(counts: readonly { name: string; count: number }[]): Share[] {
  const sum = (some: typeof counts) => some.reduce((total, { count }) => total + count, 0);
  const whole = sum(counts);
  return [...Map.groupBy(counts, ({ name }) => name)]
    .map(([name, same]) => ({ name, share: sum(same) / whole }))
    .toSorted((a, b) => b.share - a.share);
}
