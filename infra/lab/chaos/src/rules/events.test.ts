import { expect, test } from '@jest/globals';
import type { Entry } from '../entry.ts';
import { event, operation, running } from '../testing/a-history.ts';
import { backlogToldWithin, oneEventPerOperation, orderPerKey, repetitionsKeepTheirId } from './events.ts';

test('a repetition of the same event counts once', () => {
  const history = [operation(0), event(0), event(0)];
  expect(oneEventPerOperation(history).holds).toBe(true);
  expect(repetitionsKeepTheirId(history).holds).toBe(true);
});

test.each([
  ['has no event', [operation(0)]],
  ['has two events', [operation(0), event(0), event(0, { eventId: 'other' })]],
  ['has not ended but has one', [running(0), event(0)]],
  ['is unknown but has one', [event(0)]],
])('an operation that %s is seen', (_, history) => {
  expect(oneEventPerOperation(history).holds).toBe(false);
});

test('a run without events shows nothing', () => {
  expect(oneEventPerOperation([]).holds).toBe(false);
  expect(repetitionsKeepTheirId([]).holds).toBe(false);
});

test('a repetition under another webhook-id is seen', () => {
  expect(repetitionsKeepTheirId([event(0), event(0, { webhookId: 'other' })]).holds).toBe(false);
});

const published = (key: string, place: number): Entry => ({
  kind: 'published',
  key,
  eventId: `${key}-${place}`,
  place,
});

test('what has one key must stand in order; keys have nothing to do with each other', () => {
  expect(orderPerKey([published('a', 2), published('b', 1), published('a', 3)]).holds).toBe(true);
  expect(orderPerKey([published('a', 2), published('a', 1)]).holds).toBe(false);
});

test('a repetition that comes late is no disorder; nothing at all is no order', () => {
  expect(orderPerKey([published('a', 1), published('a', 2), published('a', 1)]).holds).toBe(true);
  expect(orderPerKey([]).holds).toBe(false);
});

test('an event of the backlog that comes late, or never, is seen', () => {
  const ended = operation(0, { endedAtMs: 900 });
  expect(backlogToldWithin([ended, event(0, { atMs: 2_000 })], 1_000, 1_000).holds).toBe(true);
  expect(backlogToldWithin([ended, event(0, { atMs: 2_001 })], 1_000, 1_000).holds).toBe(false);
  expect(backlogToldWithin([ended], 1_000, 1_000).holds).toBe(false);
});
