import { atMost, noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type History } from '../entry.ts';

/** One event per ended operation, none for others. Repeated event ids count once. */
export function oneEventPerOperation(history: History): Verdict {
  const told = new Map<string, Set<string>>();
  const events = entriesOf(history, 'event');
  for (const { operationId, eventId } of events)
    told.set(operationId, (told.get(operationId) ?? new Set()).add(eventId));
  const ended = entriesOf(history, 'operation').filter(({ endedAtMs }) => endedAtMs !== undefined);
  const wrong = ended.filter(({ id }) => told.get(id)?.size !== 1).map(({ id }) => id);
  const known = new Set(ended.map(({ id }) => id));
  const strange = [...told.keys()].filter((id) => !known.has(id));
  return noneOf(
    'exactly one write.async.done per operation',
    [...wrong, ...strange],
    `${events.length} came, ${told.size} operations told of, ${ended.length} ended`,
    ended.length,
  );
}

/** Every ended operation's event reached each destination. */
export function reachedEach(history: History, destinations: number): Verdict {
  const came = new Set(
    entriesOf(history, 'event').map(({ operationId, destination = 0 }) => `${operationId} at ${destination}`),
  );
  const ended = entriesOf(history, 'operation').filter(({ endedAtMs }) => endedAtMs !== undefined);
  const wanted = ended.flatMap(({ id }) =>
    Array.from({ length: destinations }, (_, destination) => `${id} at ${destination}`),
  );
  const lost = wanted.filter((place) => !came.has(place));
  return noneOf('every event came to each destination', lost, `${came.size} deliveries`, wanted.length);
}

export function repetitionsKeepTheirId(history: History): Verdict {
  const ids = new Map<string, Set<string>>();
  for (const { eventId, webhookId } of entriesOf(history, 'event'))
    ids.set(eventId, (ids.get(eventId) ?? new Set()).add(webhookId));
  const changed = [...ids].filter(([, webhookIds]) => webhookIds.size > 1).map(([eventId]) => eventId);
  return noneOf('a repeated event keeps its webhook-id', changed, `${ids.size} events`, ids.size);
}

/** On the bus a key's events are in the order of changes. Repeated event ids count once. */
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
  return noneOf('per-key order kept', early, `${seen.size} events with ${latest.size} keys`, seen.size);
}

/** Operations that ended before the bus returned were announced within this time. */
export function backlogToldWithin(history: History, backAtMs: number, limitMs: number): Verdict {
  const first = new Map<string, number>();
  for (const { operationId, atMs } of entriesOf(history, 'event'))
    first.set(operationId, Math.min(atMs, first.get(operationId) ?? Infinity));
  const backlog = entriesOf(history, 'operation').filter(({ endedAtMs = Infinity }) => endedAtMs < backAtMs);
  const lags = backlog.map(({ id }) => (first.get(id) ?? Infinity) - backAtMs);
  return atMost('lag 0 after the return', Math.max(0, ...lags) / 1000, limitMs / 1000, 's');
}
