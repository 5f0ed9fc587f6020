import { percentile } from '@writ/test-kit';
import { atMost, noneOf, type Verdict } from '@writ/test-kit/laboratory';
import { entriesOf, type EntryOf, type History } from '../entry.ts';

type Arrival = EntryOf<'arrival'>;

const keyOf = ({ number, destination }: Pick<Arrival, 'number' | 'destination'>): string =>
  `event ${number} to ${destination}`;

export const eventsKept = (history: History, events: number, destinations = 1): Verdict[] => [
  allTaken(history, events),
  nothingUndelivered(history, destinations),
  nothingStuck(history),
  oneIdPerDelivery(history),
];

export function allTaken(history: History, n: number): Verdict {
  const taken = entriesOf(history, 'taken');
  const numbers = new Set(taken.map(({ number }) => number));
  const missing = Array.from({ length: n }, (_, number) => number).filter((number) => !numbers.has(number));
  const again = taken.filter(({ tries }) => tries > 1).length;
  return noneOf(
    'every event was accepted in the end',
    missing,
    `${numbers.size} of ${n}, ${again} sent again`,
  );
}

export function nothingUndelivered(history: History, destinations: number): Verdict {
  const came = new Set(entriesOf(history, 'arrival').map(keyOf));
  const taken = entriesOf(history, 'taken');
  const places = Array.from({ length: destinations }, (_, destination) => destination);
  const wanted = taken.flatMap(({ number }) => places.map((destination) => keyOf({ number, destination })));
  const lost = wanted.filter((key) => !came.has(key));
  return noneOf('0 lost', lost, `${wanted.length} deliveries of ${taken.length} events`, wanted.length);
}

export function nothingStuck(history: History): Verdict {
  const deliveries = entriesOf(history, 'delivery');
  const stuck = deliveries.filter(({ status }) => status !== 'delivered');
  const told = stuck.map(
    ({ number, status, attempts }) => `event ${number}: ${status}, ${attempts} attempts`,
  );
  return noneOf('0 stuck', told, `${deliveries.length} deliveries`, deliveries.length);
}

/** One `webhook-id` per event and destination, different for each. */
export function oneIdPerDelivery(history: History): Verdict {
  const ids = new Map<string, Set<string>>();
  const owners = new Map<string, Set<string>>();
  for (const arrival of entriesOf(history, 'arrival')) {
    const key = keyOf(arrival);
    ids.set(key, (ids.get(key) ?? new Set()).add(arrival.webhookId));
    owners.set(arrival.webhookId, (owners.get(arrival.webhookId) ?? new Set()).add(key));
  }
  const wrong = [...ids, ...owners].filter(([, others]) => others.size > 1).map(([key]) => key);
  return noneOf(
    'a repetition keeps its webhook-id, which is its own',
    wrong,
    `${ids.size} deliveries`,
    ids.size,
  );
}

function repeated(history: History): string[] {
  const times = new Map<string, number>();
  for (const { webhookId } of entriesOf(history, 'arrival'))
    times.set(webhookId, (times.get(webhookId) ?? 0) + 1);
  return [...times].filter(([, count]) => count > 1).map(([webhookId]) => webhookId);
}

/** Repetitions were in flight at a fault. */
export function onlyInFlightRepeated(history: History): Verdict {
  const kills = entriesOf(history, 'inFlight');
  const inFlight = new Set(kills.flatMap(({ webhookIds }) => webhookIds));
  const again = repeated(history);
  const others = again.filter((webhookId) => !inFlight.has(webhookId));
  const detail = `${inFlight.size} were in flight at ${kills.length} looks, ${again.length} of them came twice`;
  return noneOf('repeats only of what was in flight', others, detail, kills.length);
}

/** Order is not promised; reports how many events came after a later one. */
export function orderTold(history: History): Verdict {
  const first = new Map<string, Arrival>();
  for (const arrival of entriesOf(history, 'arrival').toSorted((a, b) => a.atMs - b.atMs))
    if (!first.has(keyOf(arrival))) first.set(keyOf(arrival), arrival);
  const highest = new Map<number, number>();
  let late = 0;
  for (const { destination, number } of first.values()) {
    if (number < (highest.get(destination) ?? -1)) late += 1;
    else highest.set(destination, number);
  }
  const detail = `${late} of ${first.size} came after one that was published later`;
  return { what: 'the order is told, not promised', holds: first.size > 0, detail };
}

export function repeatedAtMost(history: History, share: number): Verdict {
  const all = new Set(entriesOf(history, 'arrival').map(({ webhookId }) => webhookId)).size;
  const percent = all === 0 ? Infinity : (repeated(history).length / all) * 100;
  return { ...atMost('deliveries that came twice', percent, share * 100, '%'), timed: true };
}

/** Within this time of the last repair, or of a later acceptance. */
export function lastDeliveredWithin(history: History, limitMs: number): Verdict {
  const backAtMs = Math.max(...entriesOf(history, 'fixed').map(({ atMs }) => atMs));
  const taken = new Map(entriesOf(history, 'taken').map(({ number, atMs }) => [number, atMs]));
  const waits = entriesOf(history, 'arrival').map(
    ({ number, atMs }) => atMs - Math.max(backAtMs, taken.get(number) ?? backAtMs),
  );
  const last = waits.length === 0 ? Infinity : Math.max(0, ...waits);
  const verdict = atMost(
    'the last one came after the return, or its acceptance',
    last / 1000,
    limitMs / 1000,
    's',
  );
  return { ...verdict, timed: true };
}

/** From when the event should have been published. */
export function deliveryP99Ms(history: History, picked: (arrival: Arrival) => boolean): number {
  const arrivals = entriesOf(history, 'arrival').filter(picked);
  const took = arrivals.map(({ atMs, eventAtMs }) => atMs - eventAtMs);
  return percentile(took, 99, Infinity);
}
