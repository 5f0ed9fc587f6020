import { expect, test } from '@jest/globals';
import { arrival, delivery, inFlight, fixed, taken } from '../testing/a-history.ts';
import {
  allTaken,
  deliveryP99Ms,
  lastDeliveredWithin,
  nothingStuck,
  nothingUndelivered,
  oneIdPerDelivery,
  onlyInFlightRepeated,
  orderTold,
  repeatedAtMost,
} from './deliveries.ts';

test('an event that was never accepted is seen', () => {
  expect(allTaken([taken(0), taken(1)], 2).holds).toBe(true);
  expect(allTaken([taken(0)], 2).holds).toBe(false);
});

test('an event that did not come to each destination is lost', () => {
  const both = [arrival(0), arrival(0, { destination: 1, webhookId: 'msg_0-1' })];
  expect(nothingUndelivered([taken(0), ...both], 2).holds).toBe(true);
  expect(nothingUndelivered([taken(0), arrival(0)], 2).holds).toBe(false);
  expect(nothingUndelivered([], 2).holds).toBe(false);
});

test('a delivery that is not delivered at the end is stuck', () => {
  expect(nothingStuck([delivery(0)]).holds).toBe(true);
  expect(nothingStuck([delivery(0), delivery(1, { status: 'pending' })]).holds).toBe(false);
  expect(nothingStuck([]).holds).toBe(false);
});

test.each([
  ['another id for the same delivery', arrival(0, { webhookId: 'other' })],
  ['the id of another event', arrival(1, { webhookId: 'msg_0' })],
  ['the id of another destination', arrival(0, { destination: 1 })],
])('%s is seen', (_, wrong) => {
  expect(oneIdPerDelivery([arrival(0), arrival(0)]).holds).toBe(true);
  expect(oneIdPerDelivery([arrival(0), wrong]).holds).toBe(false);
});

test('only what was in flight at a kill may come twice, and only so much', () => {
  const twice = [arrival(0), arrival(0), arrival(1)];
  expect(onlyInFlightRepeated([...twice, inFlight('msg_0')]).holds).toBe(true);
  expect(onlyInFlightRepeated([...twice, inFlight('msg_1')]).holds).toBe(false);
  expect(onlyInFlightRepeated(twice).holds).toBe(false);
  expect(repeatedAtMost(twice, 0.5).holds).toBe(true);
  expect(repeatedAtMost(twice, 0.4).holds).toBe(false);
});

test('what came after a later one is counted, each once, and apart for each destination', () => {
  const came = [
    arrival(1, { atMs: 10 }),
    arrival(0, { atMs: 20 }),
    arrival(0, { atMs: 30 }),
    arrival(0, { atMs: 40, destination: 1 }),
    arrival(2, { atMs: 50 }),
  ];
  expect(orderTold(came)).toMatchObject({ holds: true, detail: expect.stringMatching(/^1 of 4 /) });
  expect(orderTold([]).holds).toBe(false);
});

test('the last delivery counts from the return, or from its acceptance where that was later', () => {
  const late = arrival(0, { atMs: 12_000 });
  expect(lastDeliveredWithin([fixed(5_000), taken(0), late], 7_000).holds).toBe(true);
  expect(lastDeliveredWithin([fixed(5_000), taken(0), late], 6_999).holds).toBe(false);
  expect(lastDeliveredWithin([fixed(5_000), taken(0, { atMs: 11_000 }), late], 1_000).holds).toBe(true);
});

test('p99 is of the deliveries that are asked for, from when their event should have been published', () => {
  const history = [arrival(0, { atMs: 30, eventAtMs: 10 }), arrival(1, { atMs: 900, destination: 1 })];
  expect(deliveryP99Ms(history, ({ destination }) => destination === 0)).toBe(20);
  expect(deliveryP99Ms(history, ({ destination }) => destination === 2)).toBe(Infinity);
});
