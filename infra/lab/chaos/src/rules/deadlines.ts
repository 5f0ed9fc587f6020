import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

/** Failed at the deadline, or within a backoff step of it, with that reason. */
export function failedAtDeadline(
  history: History,
  numbers: readonly number[],
  { deadlineMs, backoffMs }: { deadlineMs: number; backoffMs: number },
): Verdict {
  const operations = entriesOf(history, 'operation').filter((operation) =>
    operation.numbers.some((number) => numbers.includes(number)),
  );
  const afterMs = operations.map(
    ({ createdAtMs, endedAtMs = Infinity }) => endedAtMs - createdAtMs - deadlineMs,
  );
  const wrong = operations.filter(({ status, result }, place) => {
    const lateMs = afterMs[place] ?? Infinity;
    // A wait past the deadline ends the write early.
    return (
      status !== 'failure' || !result?.includes('etry deadline') || lateMs > backoffMs || lateMs < -backoffMs
    );
  });
  const hours = deadlineMs / 3_600_000;
  const attempts = operations.map((operation) => operation.attempts);
  const verdict = noneOf(
    `the writes with a deadline of ${hours} h failed at it, and say so`,
    wrong.map(({ id, status, result = '' }) => `${id} ${status} ${result}`),
    `${operations.length} operations, up to ${Math.max(0, ...attempts)} attempts, ` +
      `ended up to ${Math.round(Math.max(...afterMs) / 1000)} s after it`,
  );
  return { ...verdict, holds: verdict.holds && operations.length === numbers.length };
}
