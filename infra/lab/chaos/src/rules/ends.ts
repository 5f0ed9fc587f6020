import { entriesOf, type EntryOf, type History } from '../entry.ts';
import { atMost, noneOf, type Verdict } from './verdict.ts';

const byId = (history: History): Map<string, EntryOf<'operation'>> =>
  new Map(entriesOf(history, 'operation').map((operation) => [operation.id, operation]));

/** The ids that callers were given, each once. */
const acknowledgedIds = (history: History): Set<string> =>
  new Set(entriesOf(history, 'acknowledged').map(({ operationId }) => operationId));

/** "Lost" is acknowledged and not ended when the run was over. A run that acknowledged nothing shows nothing. */
export function nothingLost(history: History): Verdict {
  const operations = byId(history);
  const acknowledged = acknowledgedIds(history);
  const lost = [...acknowledged].filter((id) => operations.get(id)?.endedAtMs === undefined);
  const verdict = noneOf('0 lost', lost, `${acknowledged.size} acknowledged`);
  return { ...verdict, holds: verdict.holds && acknowledged.size > 0 };
}

/** Every write that was acknowledged became a success. */
export function allSucceeded(history: History): Verdict {
  const operations = byId(history);
  const failed = [...acknowledgedIds(history)].filter((id) => operations.get(id)?.status !== 'success');
  const reasons = new Set(
    failed.map((id) => operations.get(id)?.result ?? operations.get(id)?.status ?? 'not stored'),
  );
  const detail = `${operations.size} operations${failed.length > 0 ? ` (${[...reasons].slice(0, 3).join(' | ')})` : ''}`;
  return noneOf('every acknowledged write succeeded', failed, detail);
}

/** Whatever is stored has ended, as a success or not. */
export function allEnded(history: History): Verdict {
  const operations = entriesOf(history, 'operation');
  const left = operations.filter(({ endedAtMs }) => endedAtMs === undefined).map(({ id }) => id);
  const failed = operations.filter(({ status }) => status === 'failure').length;
  const verdict = noneOf('every operation ended', left, `${operations.length} operations, ${failed} failed`);
  return { ...verdict, holds: verdict.holds && operations.length > 0 };
}

/** Each of the writes 0 to n-1 was acknowledged in the end. */
export function allAcknowledged(history: History, n: number): Verdict {
  const numbers = new Set(entriesOf(history, 'acknowledged').map(({ number }) => number));
  const missing = Array.from({ length: n }, (_, number) => number).filter((number) => !numbers.has(number));
  return noneOf('every write was acknowledged in the end', missing, `${numbers.size} of ${n}`);
}

/** Whatever was sent was acknowledged in the end, however often it had to be sent. */
export function allSentAcknowledged(history: History): Verdict {
  const acknowledged = new Set(entriesOf(history, 'acknowledged').map(({ number }) => number));
  const refused = new Set(entriesOf(history, 'refused').map(({ number }) => number));
  const missing = [...refused].filter((number) => !acknowledged.has(number));
  const detail = `${acknowledged.size} acknowledged, ${refused.size} of them not at once`;
  const verdict = noneOf('every write was acknowledged in the end', missing, detail);
  return { ...verdict, holds: verdict.holds && acknowledged.size > 0 };
}

/** The last operation ended no later than this after the last fault (or after the last of them was mended). */
export function endedWithin(history: History, limitMs: number, after: 'fault' | 'mended'): Verdict {
  const lastMs = Math.max(...entriesOf(history, after).map(({ atMs }) => atMs));
  const ends = entriesOf(history, 'operation').map(({ endedAtMs = Infinity }) => endedAtMs);
  const seconds = ends.length > 0 ? (Math.max(...ends) - lastMs) / 1000 : Infinity;
  const verdict = atMost(
    `all ended after the last ${after === 'fault' ? 'fault' : 'mending'}`,
    seconds,
    limitMs / 1000,
    's',
  );
  return { ...verdict, timed: true };
}

/** A number that was written stands in one operation alone, and it is the one that callers were told. */
export function oneOperationPerWrite(history: History): Verdict {
  const stored = new Map<number, Set<string>>();
  const note = (number: number, id: string) => stored.set(number, (stored.get(number) ?? new Set()).add(id));
  for (const { id, numbers } of entriesOf(history, 'operation'))
    for (const number of numbers) note(number, id);
  for (const { number, operationId } of entriesOf(history, 'acknowledged')) note(number, operationId);
  const several = [...stored].filter(([, ids]) => ids.size > 1).map(([number]) => number);
  const what = 'one operation a write, however often it was sent';
  const verdict = noneOf(what, several, `${stored.size} writes`);
  return { ...verdict, holds: verdict.holds && stored.size > 0 };
}
