import { entriesOf, type EntryOf, type History } from '../history/entry.ts';
import { deliveryP99Ms } from './deliveries.ts';
import { atMost, type Verdict } from './verdict.ts';

/** The others may be slower by a tenth, and by what a timer and a scheduler are out anyway. */
const slowerFactor = 1.1;
const slowerMs = 2;

type Phase = EntryOf<'phase'>;

const phases = (history: History, name: Phase['name']): Phase[] =>
  entriesOf(history, 'phase').filter((phase) => phase.name === name);

/** p99 of what was published in any of these phases, to all destinations that never lie. */
const p99In = (history: History, spans: readonly Phase[]): number =>
  deliveryP99Ms(history, ({ eventAtMs }) =>
    spans.some(({ atMs, toMs }) => eventAtMs >= atMs && eventAtMs <= toMs),
  );

/** What lies costs the others next to nothing: as much is published while it does not lie. */
export function othersAsFast(history: History): Verdict {
  const honest = phases(history, 'honest');
  const each = honest.map((phase) => Math.round(p99In(history, [phase]))).join(' and ');
  const most = p99In(history, honest) * slowerFactor + slowerMs;
  const verdict = atMost(
    'p99 of the others beside lies',
    p99In(history, phases(history, 'lying')),
    most,
    'ms',
  );
  return { ...verdict, detail: `${verdict.detail}, beside honest ones ${each} ms`, timed: true };
}

/** Lies cost the service no more heap than this. */
export function heapGrowsAtMost(history: History, mostMb: number): Verdict {
  const heapOf = (name: Phase['name']): number[] => phases(history, name).map(({ heapMb }) => heapMb);
  const [[before = Infinity], [beside = Infinity]] = [heapOf('honest'), heapOf('lying')];
  const detail = `from ${Math.round(before)} to ${Math.round(beside)} MB`;
  const verdict = atMost('heap beside lies', beside - before, mostMb, 'MB more');
  return { ...verdict, detail: `${verdict.detail}, ${detail}` };
}
