import { median } from '@writ/test-kit';
import { atLeast, type Figure, type Goal } from '../report/report.ts';
import type { Round } from './grow-side.ts';

export type Measured = { old: number; small: Side; large: Side };
type Side = { rounds: readonly Round[]; readsMs: readonly number[] };

const quantities = [
  { name: 'accepted', of: ({ accepted }: Round) => accepted, unit: 'writes/s', larger: 'better' },
  { name: 'CPU of 1,000 accepted', of: ({ acceptCpu }: Round) => acceptCpu, unit: 's', larger: 'worse' },
  { name: 'drained', of: ({ drained }: Round) => drained, unit: 'writes/s', larger: 'better' },
  { name: 'CPU of 1,000 drained', of: ({ drainCpu }: Round) => drainCpu, unit: 's', larger: 'worse' },
] as const;

export function figuresOf({ old, small, large }: Measured): Figure[] {
  const both = (name: string, unit: string, values: readonly [number, number]): Figure[] => [
    { name: `${name}, few old operations`, unit, value: values[0] },
    { name: `${name}, ${old} old operations`, unit, value: values[1] },
  ];
  return [
    ...quantities.flatMap(({ name, of, unit }) =>
      both(name, unit, [median(small.rounds.map(of)), median(large.rounds.map(of))]),
    ),
    ...both('one operation read: p50', 'ms', [median(small.readsMs), median(large.readsMs)]),
  ];
}

const leastRatio = 0.8;

/**
 * Large compared with small: the median ratio of successive rounds, so that a changing machine affects both. 1:
 * equal; 0.8: a fifth worse.
 */
export function goalsOf({ old, small, large }: Measured): Goal[] {
  const ratios = quantities.map(({ name, of, larger }) => {
    const pairs = small.rounds.flatMap((round, turn) => {
      const other = large.rounds[turn];
      if (!other) return [];
      return [larger === 'better' ? of(other) / of(round) : of(round) / of(other)];
    });
    return { name, ratio: median(pairs.filter(Number.isFinite)) };
  });
  const reads = { name: 'one operation read', ratio: median(small.readsMs) / median(large.readsMs) };
  return [...ratios, reads].map(({ name, ratio }) =>
    atLeast(`${name}, ${old} old beside few`, ratio, leastRatio),
  );
}
