import { expect } from '@jest/globals';
import { testActor } from '@writ/test-kit';
import { holdDeliveries } from '../destinations/hold-deliveries.ts';
import { claim, leaseMs, outcomeOf } from './delivery-commands.ts';
import { checkDeliveries } from './delivery-invariants.ts';
import { readDeliveries, readDestinations, readEvents } from './delivery-rows.ts';
import { letTimePass, relay, scheduleMs, type DeliveryWorld } from './delivery-world.ts';
import { replay } from './destination-commands.ts';

/**
 * Works until nothing waits. Then every event has reached every enabled destination, unless the schedule ended or it
 * was held meanwhile; after a replay, every one.
 */
export async function deliverAll(world: DeliveryWorld): Promise<void> {
  await relay(world, { acknowledged: true });
  expect((await readEvents(world)).toSorted()).toEqual(world.published.toSorted());
  await drain(world);
  for (const row of await readDeliveries(world)) {
    if (row.status === 'failed' && (await isThere(world, row.destinationId))) {
      expect(row.attempt).toBeGreaterThan(scheduleMs.length);
    }
  }
  for (const [number, id] of world.destinationIds.entries()) {
    await world.destinations.enable(world.projectId, id, testActor);
    await replay(world, number);
  }
  await drain(world);
  for (const row of await readDeliveries(world)) {
    const there = await isThere(world, row.destinationId);
    if (there) expect(row.status).toBe('delivered');
  }
  await checkDeliveries(world);
}

const isThere = async (world: DeliveryWorld, destinationId: string): Promise<boolean> =>
  (await readDestinations(world)).some(({ id }) => id === destinationId);

async function drain(world: DeliveryWorld): Promise<void> {
  const waiting = async () => (await readDeliveries(world)).filter(({ status }) => status === 'pending');
  while ((await waiting()).length > 0) {
    const before = (await waiting()).length;
    await letTimePass(world, leaseMs);
    for (const [number, id] of world.destinationIds.entries()) {
      while (await holdDeliveries(world.db.pool, id, 2));
      const claims = await claim(world, number, 1_000);
      if (claims.length > 0)
        await world.settle(claims.map(({ unit }) => ({ unit, outcome: outcomeOf('delivered') })));
    }
    expect((await waiting()).length).toBeLessThan(before);
  }
}
