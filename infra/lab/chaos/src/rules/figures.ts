import { entriesOf, type History } from '../history/entry.ts';
import { atMost, type Verdict } from './verdict.ts';

const figures = (history: History, name: string): number[] =>
  entriesOf(history, 'figure')
    .filter((figure) => figure.name === name)
    .map(({ value }) => value);

/** A figure that was measured is no more than this; one that was not measured does not hold. */
export function figureAtMost(history: History, name: string, most: number, what: string): Verdict {
  const values = figures(history, name);
  return atMost(what, values.length > 0 ? Math.max(...values) : Infinity, most, name);
}

/** A figure that was measured is more than nothing. */
export function figureSet(history: History, name: string, what: string): Verdict {
  const [value = 0] = figures(history, name);
  return { what, holds: value > 0, detail: `${name} ${value}` };
}
