import { needOf, type Need, type UnitCosts } from './model.ts';

/** Writes per second in `docs/scaling.md`. */
export const loads = [100, 1_000, 10_000, 100_000] as const;

/** For asynchronous single writes that share calls and have one delivery each. */
export const needOfWrites = (costs: UnitCosts, perSecond: number): Need =>
  needOf(costs, { asynchronous: perSecond, delivery: perSecond });
