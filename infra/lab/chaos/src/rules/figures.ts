import { atMost, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

export const longestAttempt = 'ms, the longest attempt';
const mostAttemptMs = 16_000;

const figures = (history: History, name: string): number[] =>
  entriesOf(history, 'figure')
    .filter((figure) => figure.name === name)
    .map(({ value }) => value);

/** Fails if not measured. */
export function figureAtMost(history: History, name: string, most: number, what: string): Verdict {
  const values = figures(history, name);
  return atMost(what, values.length > 0 ? Math.max(...values) : Infinity, most, name);
}

/** No attempt took longer than 15 s, and a second more. */
export function attemptsEnd(history: History): Verdict {
  const verdict = figureAtMost(history, longestAttempt, mostAttemptMs, 'each attempt ends after 15 s');
  return { ...verdict, timed: true };
}

/** Above zero each time; fails if not measured. */
export function figureSet(history: History, name: string, what: string): Verdict {
  const values = figures(history, name);
  const least = values.length > 0 ? Math.min(...values) : 0;
  return { what, holds: least > 0, detail: `${name} ${least}` };
}
