import { entriesOf, type History } from '../entry.ts';
import { atMost, noneOf, type Verdict } from './verdict.ts';

/**
 * Once repetitions of an event are dropped by its id, every operation that ended has exactly one event, and none has
 * one that did not end.
 */
export function oneEventPerOperation(history: History): Verdict {
  const told = new Map<string, Set<string>>();
  const events = entriesOf(history, 'event');
  for (const { operationId, eventId } of events)
    told.set(operationId, (told.get(operationId) ?? new Set()).add(eventId));
  const ended = entriesOf(history, 'operation').filter(({ endedAtMs }) => endedAtMs !== undefined);
  const wrong = ended.filter(({ id }) => told.get(id)?.size !== 1).map(({ id }) => id);
  const known = new Set(ended.map(({ id }) => id));
  const strange = [...told.keys()].filter((id) => !known.has(id));
  const verdict = noneOf(
    'exactly one write.async.done per operation',
    [...wrong, ...strange],
    `${events.length} came, ${told.size} operations told of, ${ended.length} ended`,
  );
  return { ...verdict, holds: verdict.holds && ended.length > 0 };
}

/** A repetition carries the `webhook-id` of what it repeats. */
export function repetitionsKeepTheirId(history: History): Verdict {
  const ids = new Map<string, Set<string>>();
  for (const { eventId, webhookId } of entriesOf(history, 'event'))
    ids.set(eventId, (ids.get(eventId) ?? new Set()).add(webhookId));
  const changed = [...ids].filter(([, webhookIds]) => webhookIds.size > 1).map(([eventId]) => eventId);
  const verdict = noneOf('a repeated event keeps its webhook-id', changed, `${ids.size} events`);
  return { ...verdict, holds: verdict.holds && ids.size > 0 };
}

/** On the bus, what has one key stands in the order of its changes. Repetitions, by event id, count once. */
export function orderPerKey(history: History): Verdict {
  const latest = new Map<string, number>();
  const seen = new Set<string>();
  const early: string[] = [];
  for (const { key, eventId, place } of entriesOf(history, 'published')) {
    if (seen.has(eventId)) continue;
    seen.add(eventId);
    if (place < (latest.get(key) ?? -1)) early.push(eventId);
    else latest.set(key, place);
  }
  const verdict = noneOf('per-key order kept', early, `${seen.size} events with ${latest.size} keys`);
  return { ...verdict, holds: verdict.holds && seen.size > 0 };
}

/** What had ended when the bus came back was told of no later than this after it. */
export function backlogToldWithin(history: History, backAtMs: number, limitMs: number): Verdict {
  const first = new Map<string, number>();
  for (const { operationId, atMs } of entriesOf(history, 'event'))
    first.set(operationId, Math.min(atMs, first.get(operationId) ?? Infinity));
  const backlog = entriesOf(history, 'operation').filter(({ endedAtMs = Infinity }) => endedAtMs < backAtMs);
  const lags = backlog.map(({ id }) => (first.get(id) ?? Infinity) - backAtMs);
  return atMost('lag 0 after the return', Math.max(0, ...lags) / 1000, limitMs / 1000, 's');
}
