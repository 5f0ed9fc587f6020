/**
 * Parts of a `WITH` that another package's statement carries along, so that what belongs to one commit needs no
 * transaction around several statements. The statement has to hold a part `moment` that tells the time as `now`.
 */
export type StatementPart = {
  /** Tells statements with this part from those without it. */
  name: string;
  /** The parts, when the number of their first parameter is this. */
  with: (first: number) => string;
  /** What the statement then gives. */
  select: string;
  values: readonly unknown[];
};
