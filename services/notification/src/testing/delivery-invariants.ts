import { expect } from '@jest/globals';
import {
  readDeliveries,
  readDestinations,
  readEvents,
  type DeliveryRow,
  type DestinationRow,
} from './delivery-rows.ts';
import type { DeliveryClaim, DeliveryWorld } from './delivery-world.ts';

/** Must always hold. */
export async function checkDeliveries(world: DeliveryWorld): Promise<void> {
  const [rows, events] = await Promise.all([readDeliveries(world), readEvents(world)]);
  const destinations = await readDestinations(world);
  checkFanOut(rows, events, destinations);
  expect(events.filter((id) => !world.published.includes(id))).toEqual([]);
  for (const row of rows) checkDelivery(row, claimsOf(world, row));
}

/** One delivery for each event and destination, however many topics connect them. */
function checkFanOut(
  rows: readonly DeliveryRow[],
  events: readonly string[],
  destinations: readonly DestinationRow[],
): void {
  const pairs = rows.map(({ eventId, destinationId }) => `${eventId} ${destinationId}`);
  expect(new Set(pairs).size).toBe(pairs.length);
  expect(new Set(events).size).toBe(events.length);
  const expected = events.flatMap((id) => destinations.map((destination) => `${id} ${destination.id}`));
  expect(expected.filter((pair) => !pairs.includes(pair))).toEqual([]);
}

/** Attempts count up by one; each is recorded at most once, and only if settled while it was the latest. */
function checkDelivery(row: DeliveryRow, claims: readonly DeliveryClaim[]): void {
  expect(row.due).toBe(row.status === 'pending');
  if (row.due) expect(row).toMatchObject({ promised: true });
  expect(claims.map(({ unit }) => unit.attempt)).toEqual(claims.map((_, index) => index + 1));
  expect(row.attempt).toBe(claims.length);
  const kept = (row.attempts ?? []).map(({ attempt }) => attempt);
  expect(new Set(kept).size).toBe(kept.length);
  expect(row.claimed).toBe(row.attempt > 0 && !kept.includes(row.attempt));
  for (const [index, { unit, leaseEndsAtMs, lost }] of claims.entries()) {
    if (claims[index + 1] && !kept.includes(unit.attempt))
      expect(lost || performance.now() >= leaseEndsAtMs).toBe(true);
  }
  const wasDelivered = (row.attempts ?? []).some(({ outcome }) => outcome === 'delivered');
  if (row.status === 'delivered') expect(wasDelivered).toBe(true);
}

const claimsOf = ({ claims }: DeliveryWorld, { id }: DeliveryRow): DeliveryClaim[] =>
  claims.filter(({ unit }) => unit.id === id).toSorted((a, b) => a.unit.attempt - b.unit.attempt);
