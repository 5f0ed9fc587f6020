import { needOf, type Need, type UnitCosts } from './model.ts';

/** Writes a second of the table in `docs/scaling.md`. */
export const loads = [100, 1_000, 10_000, 100_000] as const;

/** What asynchronous writes take that come one by one, share calls and have a delivery each. */
export const needOfWrites = (costs: UnitCosts, perSecond: number): Need =>
  needOf(costs, { asynchronous: perSecond, delivery: perSecond });
