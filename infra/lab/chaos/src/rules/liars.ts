import { median } from '@writ/test-kit';
import { atMost, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type EntryOf, type History } from '../entry.ts';
import { deliveryP99Ms } from './deliveries.ts';

/** Others may slow by a tenth, and by the error of timer and scheduler. */
const slowerFactor = 1.1;
const slowerMs = 2;

type Phase = EntryOf<'phase'>;

const phases = (history: History, name: Phase['name']): Phase[] =>
  entriesOf(history, 'phase').filter((phase) => phase.name === name);

/** Of each such phase, for honest destinations. */
const p99sOf = (history: History, name: Phase['name']): number[] =>
  phases(history, name).map(({ atMs, toMs }) =>
    deliveryP99Ms(history, ({ eventAtMs }) => eventAtMs >= atMs && eventAtMs <= toMs),
  );

/** Liars hardly slow the others. The median counts, since p99s differ by a third anyway. */
export function othersAsFast(history: History): Verdict {
  const honest = p99sOf(history, 'honest');
  const lying = p99sOf(history, 'lying');
  const most = median(honest) * slowerFactor + slowerMs;
  const verdict = atMost('p99 of the others beside lies', median(lying, Infinity), most, 'ms');
  const each = `lying ${rounded(lying)}, honest ${rounded(honest)} ms`;
  return { ...verdict, detail: `${verdict.detail}, ${each}`, timed: true };
}

const rounded = (values: readonly number[]): string => values.map(Math.round).join(', ');

/** Compares the median of lying phases with the first honest one. */
export function heapGrowsAtMost(history: History, mostMb: number): Verdict {
  const heapOf = (name: Phase['name']): number[] => phases(history, name).map(({ heapMb }) => heapMb);
  const [before = Infinity] = heapOf('honest');
  const beside = median(heapOf('lying'), Infinity);
  const detail = `from ${Math.round(before)} to ${Math.round(beside)} MB`;
  const verdict = atMost('heap beside lies', beside - before, mostMb, 'MB more');
  return { ...verdict, detail: `${verdict.detail}, ${detail}` };
}
