import { median } from '@writ/test-kit';
import { entriesOf, type EntryOf, type History } from '../entry.ts';
import { deliveryP99Ms } from './deliveries.ts';
import { atMost, type Verdict } from './verdict.ts';

/** The others may be slower by a tenth, and by what a timer and a scheduler are out anyway. */
const slowerFactor = 1.1;
const slowerMs = 2;

type Phase = EntryOf<'phase'>;

const phases = (history: History, name: Phase['name']): Phase[] =>
  entriesOf(history, 'phase').filter((phase) => phase.name === name);

/** p99 of what was published in each of these phases, to all destinations that never lie. */
const p99sOf = (history: History, name: Phase['name']): number[] =>
  phases(history, name).map(({ atMs, toMs }) =>
    deliveryP99Ms(history, ({ eventAtMs }) => eventAtMs >= atMs && eventAtMs <= toMs),
  );

/**
 * What lies costs the others next to nothing: as much is published while it does not lie. The median of the turns counts: one
 * p99 differs from the next by a third where nothing else does.
 */
export function othersAsFast(history: History): Verdict {
  const honest = p99sOf(history, 'honest');
  const lying = p99sOf(history, 'lying');
  const most = median(honest) * slowerFactor + slowerMs;
  const verdict = atMost('p99 of the others beside lies', median(lying, Infinity), most, 'ms');
  const each = `lying ${rounded(lying)}, honest ${rounded(honest)} ms`;
  return { ...verdict, detail: `${verdict.detail}, ${each}`, timed: true };
}

const rounded = (values: readonly number[]): string => values.map(Math.round).join(', ');

/** Lies cost the service no more heap than this, in the median of the turns, above what it held before the first. */
export function heapGrowsAtMost(history: History, mostMb: number): Verdict {
  const heapOf = (name: Phase['name']): number[] => phases(history, name).map(({ heapMb }) => heapMb);
  const [before = Infinity] = heapOf('honest');
  const beside = median(heapOf('lying'), Infinity);
  const detail = `from ${Math.round(before)} to ${Math.round(beside)} MB`;
  const verdict = atMost('heap beside lies', beside - before, mostMb, 'MB more');
  return { ...verdict, detail: `${verdict.detail}, ${detail}` };
}
