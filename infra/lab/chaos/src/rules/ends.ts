import { atMost, noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type EntryOf, type History } from '../entry.ts';

const byId = (history: History): Map<string, EntryOf<'operation'>> =>
  new Map(entriesOf(history, 'operation').map((operation) => [operation.id, operation]));

const acknowledgedIds = (history: History): Set<string> =>
  new Set(entriesOf(history, 'acknowledged').map(({ operationId }) => operationId));

export function nothingLost(history: History): Verdict {
  const operations = byId(history);
  const acknowledged = acknowledgedIds(history);
  const lost = [...acknowledged].filter((id) => operations.get(id)?.endedAtMs === undefined);
  return noneOf('0 lost', lost, `${acknowledged.size} acknowledged`, acknowledged.size);
}

export function allSucceeded(history: History): Verdict {
  const operations = byId(history);
  const failed = [...acknowledgedIds(history)].filter((id) => operations.get(id)?.status !== 'success');
  const reasons = new Set(
    failed.map((id) => operations.get(id)?.result ?? operations.get(id)?.status ?? 'not stored'),
  );
  const detail = `${operations.size} operations${failed.length > 0 ? ` (${[...reasons].slice(0, 3).join(' | ')})` : ''}`;
  return noneOf('every acknowledged write succeeded', failed, detail);
}

export function allEnded(history: History): Verdict {
  const operations = entriesOf(history, 'operation');
  const left = operations.filter(({ endedAtMs }) => endedAtMs === undefined).map(({ id }) => id);
  const failed = operations.filter(({ status }) => status === 'failure').length;
  return noneOf(
    'every operation ended',
    left,
    `${operations.length} operations, ${failed} failed`,
    operations.length,
  );
}

export function allAcknowledged(history: History, n: number): Verdict {
  const numbers = new Set(entriesOf(history, 'acknowledged').map(({ number }) => number));
  const missing = Array.from({ length: n }, (_, number) => number).filter((number) => !numbers.has(number));
  return noneOf('every write was acknowledged in the end', missing, `${numbers.size} of ${n}`);
}

export function allSentAcknowledged(history: History): Verdict {
  const acknowledged = new Set(entriesOf(history, 'acknowledged').map(({ number }) => number));
  const refused = new Set(entriesOf(history, 'refused').map(({ number }) => number));
  const missing = [...refused].filter((number) => !acknowledged.has(number));
  const detail = `${acknowledged.size} acknowledged, ${refused.size} of them not at once`;
  return noneOf('every write was acknowledged in the end', missing, detail, acknowledged.size);
}

/** The last operation ended within this time of the last fault or repair. */
export function endedWithin(history: History, limitMs: number, after: 'fault' | 'fixed'): Verdict {
  const lastMs = Math.max(...entriesOf(history, after).map(({ atMs }) => atMs));
  const ends = entriesOf(history, 'operation').map(({ endedAtMs = Infinity }) => endedAtMs);
  const seconds = ends.length > 0 ? (Math.max(...ends) - lastMs) / 1000 : Infinity;
  const verdict = atMost(
    `all ended after the last ${after === 'fault' ? 'fault' : 'repair'}`,
    seconds,
    limitMs / 1000,
    's',
  );
  return { ...verdict, timed: true };
}

/** A written number has one operation, whose id its callers got. */
export function oneOperationPerWrite(history: History): Verdict {
  const stored = new Map<number, Set<string>>();
  const note = (number: number, id: string) => stored.set(number, (stored.get(number) ?? new Set()).add(id));
  for (const { id, numbers } of entriesOf(history, 'operation'))
    for (const number of numbers) note(number, id);
  for (const { number, operationId } of entriesOf(history, 'acknowledged')) note(number, operationId);
  const several = [...stored].filter(([, ids]) => ids.size > 1).map(([number]) => number);
  const what = 'one operation a write, however often it was sent';
  return noneOf(what, several, `${stored.size} writes`, stored.size);
}
