import type { Entry, EntryOf } from '../entry.ts';

/** Builders, so that tests of rules state only what matters. */
export const acknowledged = (number: number, changes: Partial<EntryOf<'acknowledged'>> = {}): Entry => ({
  kind: 'acknowledged',
  number,
  operationId: `op-${number}`,
  sentAtMs: 0,
  atMs: 10,
  ...changes,
});

export const refused = (number: number, changes: Partial<EntryOf<'refused'>> = {}): Entry => ({
  kind: 'refused',
  number,
  sentAtMs: 0,
  atMs: 10,
  status: 503,
  type: 'application/problem+json',
  retryable: true,
  detail: 'away',
  ...changes,
});

/** Ended well, with the write of its number. */
export const operation = (number: number, changes: Partial<EntryOf<'operation'>> = {}): Entry => ({
  kind: 'operation',
  id: `op-${number}`,
  numbers: [number],
  account: 'acme',
  status: 'success',
  ambiguous: false,
  attempts: 1,
  createdAtMs: 0,
  endedAtMs: 1_000,
  ...changes,
});

export const running = (number: number): Entry => {
  const { endedAtMs: _, ...others } = operation(number) as EntryOf<'operation'>;
  return { ...others, status: 'in_progress' };
};

export const created = (number: number, changes: Partial<EntryOf<'effect'>> = {}): Entry => ({
  kind: 'effect',
  atMs: 500,
  number,
  account: 'acme',
  action: 'created',
  recordId: `r-${number}`,
  ...changes,
});

export const call = (numbers: number[], changes: Partial<EntryOf<'call'>> = {}): Entry => ({
  kind: 'call',
  atMs: 500,
  seq: 1,
  account: 'acme',
  method: 'POST',
  path: '/contacts',
  numbers,
  ...changes,
});

export const event = (number: number, changes: Partial<EntryOf<'event'>> = {}): Entry => ({
  kind: 'event',
  atMs: 1_100,
  eventId: `event-${number}`,
  webhookId: `webhook-${number}`,
  operationId: `op-${number}`,
  ...changes,
});

export const fault = (atMs: number, changes: Partial<EntryOf<'fault'>> = {}): Entry => ({
  kind: 'fault',
  atMs,
  what: 'kill',
  target: 'worker',
  ...changes,
});

export const fixed = (atMs: number): Entry => ({ kind: 'fixed', atMs, what: 'kill', target: 'worker' });

export const attempt = (number: number, changes: Partial<EntryOf<'attempt'>> = {}): Entry => ({
  kind: 'attempt',
  atMs: 1_000,
  operationId: `op-${number}`,
  attempt: 1,
  durationMs: 10,
  ...changes,
});

export const taken = (number: number, changes: Partial<EntryOf<'taken'>> = {}): Entry => ({
  kind: 'taken',
  number,
  sentAtMs: 0,
  tries: 1,
  atMs: 10,
  ...changes,
});

export const arrival = (number: number, changes: Partial<EntryOf<'arrival'>> = {}): Entry => ({
  kind: 'arrival',
  number,
  destination: 0,
  webhookId: `msg_${number}`,
  eventAtMs: 0,
  atMs: 20,
  ...changes,
});

export const delivery = (number: number, changes: Partial<EntryOf<'delivery'>> = {}): Entry => ({
  kind: 'delivery',
  webhookId: `msg_${number}`,
  number,
  status: 'delivered',
  attempts: 1,
  ...changes,
});

export const inFlight = (...webhookIds: string[]): Entry => ({ kind: 'inFlight', webhookIds, atMs: 0 });
