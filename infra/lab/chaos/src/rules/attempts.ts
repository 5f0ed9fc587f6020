import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

export function attemptsAtMost(history: History, limitMs: number): Verdict {
  const attempts = entriesOf(history, 'attempt');
  const long = attempts.filter(({ durationMs }) => durationMs > limitMs);
  const longest = Math.max(0, ...attempts.map(({ durationMs }) => durationMs));
  return noneOf(
    `every attempt ends within ${limitMs / 1000} s`,
    long.map(({ operationId, durationMs }) => `${operationId} ${durationMs} ms`),
    `${attempts.length} attempts, the longest ${Math.round(longest / 100) / 10} s`,
    attempts.length,
  );
}

/** Exactly these writes are marked ambiguous. */
export function ambiguousAre(history: History, numbers: readonly number[]): Verdict {
  const expected = new Set(numbers);
  const marked = new Set(
    entriesOf(history, 'operation').flatMap((operation) => (operation.ambiguous ? operation.numbers : [])),
  );
  const wrong = [...expected, ...marked].filter((number) => !expected.has(number) || !marked.has(number));
  return noneOf(
    'what has no known outcome is marked ambiguous',
    wrong,
    `${marked.size} marked of ${expected.size}`,
  );
}
