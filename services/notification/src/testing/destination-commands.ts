import { expect } from '@jest/globals';
import { testActor } from '@writ/test-kit';
import { inTransaction } from '@writ/db';
import { destinationLane, touchLanes } from '@writ/lanes';
import fc from 'fast-check';
import { sendAgain } from '../deliveries/send-again.ts';
import { holdDeliveries } from '../destinations/hold-deliveries.ts';
import { destination, idOf, loseClaims, picked, type Action } from './delivery-action.ts';
import { readDeliveries, readDestinations } from './delivery-rows.ts';
import type { DeliveryWorld } from './delivery-world.ts';

/** A slice with an outdated view (disabled or gone) takes a step; it must hold nothing of an enabled destination. */
export const staleTurn = fc
  .record({ number: destination, step: fc.integer({ min: 1, max: 3 }) })
  .map(({ number, step }): Action => ({
    name: `a step of ${step} of a turn that saw d${number} disabled`,
    act: async (world) => {
      const id = idOf(world, number);
      const waiting = async () =>
        (await readDeliveries(world)).filter(
          ({ destinationId, status }) => destinationId === id && status === 'pending',
        ).length;
      const before = await waiting();
      const enabled = (await readDestinations(world)).some(
        (one) => one.id === id && one.status === 'enabled',
      );
      await holdDeliveries(world.db.pool, id, step);
      if (!world.racing) expect(await waiting()).toBe(enabled ? before : Math.max(0, before - step));
    },
  }));

const restSql = `
  UPDATE lane SET next_due_at = (SELECT min(greatest(due_at, lease_until)) FROM delivery WHERE destination_id = $1 AND due_at IS NOT NULL) WHERE id = $1`;

/** The row then has exactly the next due time. */
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

/** As if the first steps had not taken everything: the lane's slices do the rest. */
const leaveAll = (name: string, sql: string) =>
  destination.map((number): Action => ({
    name: `${name} d${number}, for which much waits`,
    act: async (world) => {
      const id = idOf(world, number);
      loseClaims(world, id);
      await inTransaction(world.db.pool, async (tx) => {
        const { rowCount } = await tx.query(sql, [id]);
        if (rowCount === 1) await touchLanes(tx, [destinationLane({ id, projectId: world.projectId })]);
      });
    },
  }));

export const disableWithMuch = leaveAll(
  'disable',
  "UPDATE destination SET status = 'disabled' WHERE id = $1 AND status = 'enabled'",
);
export const removeWithMuch = leaveAll('remove', 'DELETE FROM destination WHERE id = $1');

export const enable = destination.map((number): Action => ({
  name: `enable d${number}`,
  act: async (world) => {
    await world.destinations.enable(world.projectId, idOf(world, number), testActor);
  },
}));

/** Failed and held deliveries, unless the destination is gone. */
export const replayAll = async (world: DeliveryWorld, id: string): Promise<void> => {
  const unsent = (await readDeliveries(world)).filter(
    ({ destinationId, status }) => destinationId === id && (status === 'failed' || status === 'held'),
  );
  await world.destinations.keep(world.projectId, id, (tx) =>
    sendAgain(
      tx,
      world.projectId,
      unsent.map((delivery) => delivery.id),
    ),
  );
};

export const replay = async (world: DeliveryWorld, number: number): Promise<void> => {
  loseClaims(world, idOf(world, number));
  await replayAll(world, idOf(world, number));
};

/** No outdated slice holds replayed deliveries again. */
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
    await world.db.transaction((tx) => sendAgain(tx, world.projectId, [one.id]));
  },
}));

export const remove = destination.map((number): Action => ({
  name: `remove d${number}`,
  act: async (world) => {
    loseClaims(world, idOf(world, number));
    await world.destinations.remove(world.projectId, idOf(world, number), testActor);
  },
}));
