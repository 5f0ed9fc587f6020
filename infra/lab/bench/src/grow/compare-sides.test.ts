import { expect, test } from '@jest/globals';
import { figuresOf, goalsOf } from './compare-sides.ts';
import type { Round } from './grow-side.ts';

const round = (pace: number, cost = 1): Round => ({
  accepted: 1000 * pace,
  drained: 500 * pace,
  acceptCpu: cost,
  drainCpu: 2 * cost,
});

test('a machine that changes its pace changes it for both, and the ratio stays', () => {
  const measured = {
    old: 1_000_000,
    small: { rounds: [round(1), round(2), round(4)], readsMs: [2, 2, 9] },
    large: { rounds: [round(0.9), round(1.8), round(3.6)], readsMs: [2.5, 2.5, 2.5] },
  };
  const goals = goalsOf(measured);
  expect(goals.map(({ value }) => value)).toEqual([0.9, 1, 0.9, 1, 0.8]);
  expect(goals.every(({ met }) => met)).toBe(true);
  expect(figuresOf(measured)).toHaveLength(10);
});

test('more CPU is worse, and one round that was disturbed counts for nothing', () => {
  const goals = goalsOf({
    old: 10,
    small: { rounds: [round(1, 1), round(1, 1), round(1, 1)], readsMs: [1] },
    large: { rounds: [round(1, 2), round(1, 2), round(0.1, 40)], readsMs: [1] },
  });
  expect(goals.map(({ value }) => value)).toEqual([1, 0.5, 1, 0.5, 1]);
  expect(goals.map(({ met }) => met)).toEqual([true, false, true, false, true]);
});
