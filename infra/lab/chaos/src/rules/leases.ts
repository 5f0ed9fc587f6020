import { noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

/** Another worker began them in time. */
export function takenOverWithin(history: History, limitMs: number): Verdict {
  const faultAtMs = entriesOf(history, 'fault')[0]?.atMs ?? -Infinity;
  const again = entriesOf(history, 'operation').filter(({ attempts }) => attempts > 1);
  const waits = again.map(({ id, lastAttemptAtMs = Infinity }) => ({
    id,
    afterMs: lastAttemptAtMs - faultAtMs,
  }));
  const late = waits.filter(({ afterMs }) => afterMs > limitMs);
  const longest = Math.max(0, ...waits.map(({ afterMs }) => afterMs));
  return noneOf(
    `another worker takes over within ${limitMs / 1000} s`,
    late.map(({ id, afterMs }) => `${id} after ${Math.round(afterMs / 1000)} s`),
    `${again.length} taken over, the last after ${Math.round(longest / 100) / 10} s`,
    again.length,
  );
}

/** A lost attempt stored no outcome later. */
export function fencedOff(history: History): Verdict {
  const stored = new Map<string, number[]>();
  for (const { operationId, attempt } of entriesOf(history, 'attempt'))
    stored.set(operationId, [...(stored.get(operationId) ?? []), attempt]);
  const operations = entriesOf(history, 'operation').filter(({ attempts }) => attempts > 1);
  const wrong = operations.filter(({ id, attempts }) => {
    const own = stored.get(id) ?? [];
    return own.some((attempt, place) => attempt <= (own[place - 1] ?? 0)) || own.at(-1) !== attempts;
  });
  return noneOf(
    'what was taken over is settled by the latest attempt alone',
    wrong.map(({ id }) => id),
    `${operations.length} taken over`,
  );
}

/** Everything had ended before the thaw, so only the frozen worker could settle. */
export function settledNothingSince(history: History, what: string): Verdict {
  const thawedAtMs = entriesOf(history, 'fixed')[0]?.atMs ?? -Infinity;
  const operations = entriesOf(history, 'operation');
  const late = operations.filter(({ endedAtMs = Infinity }) => endedAtMs >= thawedAtMs).map(({ id }) => id);
  return noneOf(what, late, `${operations.length} operations ended before`, operations.length);
}

export function noLeaseTheft(history: History): Verdict {
  const operations = entriesOf(history, 'operation');
  const stolen = operations
    .filter(({ attempts }) => attempts > 1)
    .map(({ id, attempts }) => `${id} (${attempts})`);
  return noneOf('no lease was stolen: one attempt each', stolen, `${operations.length} operations`);
}
