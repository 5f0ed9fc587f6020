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

/** A figure is more than nothing each time it was measured; one that was not measured does not hold. */
export function figureSet(history: History, name: string, what: string): Verdict {
  const values = figures(history, name);
  const least = values.length > 0 ? Math.min(...values) : 0;
  return { what, holds: least > 0, detail: `${name} ${least}` };
}
