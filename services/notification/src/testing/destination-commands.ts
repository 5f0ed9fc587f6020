import { expect } from '@jest/globals';
import { testActor } from '@writ/test-kit';
import { inTransaction } from '@writ/db';
import fc from 'fast-check';
import { sendAgain } from '../deliveries/send-again.ts';
import { releaseDeliveries } from '../delivery/release-deliveries.ts';
import { destination, idOf, loseClaims, picked, type Action } from './delivery-action.ts';
import { readDeliveries, readDestinations } from './delivery-rows.ts';
import type { DeliveryWorld } from './delivery-world.ts';

/** A turn that saw the destination disabled some time ago, or gone, ends: it holds nothing of one that is enabled. */
export const staleTurn = destination.map((number): Action => ({
  name: `a turn that saw d${number} disabled`,
  act: async (world) => {
    const id = idOf(world, number);
    const waiting = async () =>
      (await readDeliveries(world)).filter(
        ({ destinationId, status }) => destinationId === id && status === 'pending',
      ).length;
    const before = await waiting();
    const enabled = (await readDestinations(world)).some((one) => one.id === id && one.status === 'enabled');
    await releaseDeliveries(world.db.pool, id);
    if (!world.racing) expect(await waiting()).toBe(enabled ? before : 0);
  },
}));

const restSql = `
  UPDATE lane SET next_due_at = (SELECT min(greatest(due_at, lease_until)) FROM delivery WHERE destination_id = $1 AND due_at IS NOT NULL) WHERE id = $1`;

/** A turn of a lane ends: its row promises what is due next, and nothing more. */
export const restLane = ({ db }: DeliveryWorld, destinationId: string): Promise<void> =>
  inTransaction(db.pool, async (tx) => {
    await tx.query('SELECT 1 FROM lane WHERE id = $1 FOR UPDATE', [destinationId]);
    await tx.query(restSql, [destinationId]);
  });

export const rest = destination.map((number): Action => ({
  name: `d${number} rests`,
  act: (world) => restLane(world, idOf(world, number)),
}));

export const disable = destination.map((number): Action => ({
  name: `disable d${number}`,
  act: async (world) => {
    loseClaims(world, idOf(world, number));
    await world.destinations.disable(world.projectId, idOf(world, number), 'by hand', testActor);
  },
}));

export const enable = destination.map((number): Action => ({
  name: `enable d${number}`,
  act: async (world) => {
    await world.destinations.enable(world.projectId, idOf(world, number), testActor);
  },
}));

export const replay = async (world: DeliveryWorld, number: number): Promise<void> => {
  loseClaims(world, idOf(world, number));
  await world.destinations.keep(world.projectId, idOf(world, number), (tx, destinationId) =>
    sendAgain(tx, world.projectId, { destinationId }),
  );
};

/** What is replayed after an enabling is sent: no turn that saw the destination disabled holds it again. */
export const enableAndReplay = destination.map((number): Action => ({
  name: `enable and replay d${number}`,
  act: async (world) => {
    const before = await readDeliveries(world);
    const known = new Set(before.map(({ id }) => id));
    if (!(await world.destinations.enable(world.projectId, idOf(world, number), testActor))) return;
    await replay(world, number);
    if (world.racing) return;
    const held = (await readDeliveries(world)).filter(
      ({ id, destinationId, status }) =>
        known.has(id) && destinationId === idOf(world, number) && status === 'held',
    );
    expect(held).toEqual([]);
  },
}));

export const redeliver = fc.nat().map((chosen): Action => ({
  name: `redeliver ${chosen}`,
  act: async (world) => {
    const [one] = picked(await readDeliveries(world), [chosen]);
    if (!one) return;
    loseClaims(world, one.destinationId);
    await world.db.transaction((tx) => sendAgain(tx, world.projectId, { deliveryId: one.id }));
  },
}));

export const remove = destination.map((number): Action => ({
  name: `remove d${number}`,
  act: async (world) => {
    loseClaims(world, idOf(world, number));
    await world.destinations.remove(world.projectId, idOf(world, number), testActor);
  },
}));
