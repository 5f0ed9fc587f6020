import { expect } from '@jest/globals';
import { inTransaction } from '@writ/db';
import fc from 'fast-check';
import { sendAgain } from '../deliveries/send-again.ts';
import { releaseDeliveries } from '../delivery/release-deliveries.ts';
import { renewDeliveries } from '../delivery/renew-deliveries.ts';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import { readDeliveries, readDestinations } from './delivery-rows.ts';
import { letTimePass, publish, relay, type DeliveryClaim, type DeliveryWorld } from './delivery-world.ts';

/** One thing that some process or caller does. */
export type Action = { name: string; act(world: DeliveryWorld): Promise<void> };

const leaseMs = 15_000;
const idOf = ({ destinationIds }: DeliveryWorld, number: number): string =>
  destinationIds[number % destinationIds.length]!;
const destination = fc.nat(1);
const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
const picked = <T>(from: readonly T[], chosen: readonly number[]): T[] => [
  ...new Set(from.length === 0 ? [] : chosen.map((number) => from[number % from.length]!)),
];

/** What is held may be sent again while its last attempt is still under way. */
function loseClaims({ claims }: DeliveryWorld, destinationId: string): void {
  for (const claim of claims) if (claim.unit.destinationId === destinationId) claim.lost = true;
}

const publishSome = fc.integer({ min: 1, max: 4 }).map((count): Action => ({
  name: `publish ${count}`,
  act: (world) => publish(world, count),
}));

const relaySome = fc.boolean().map((acknowledged): Action => ({
  name: acknowledged ? 'relay' : 'relay twice',
  act: (world) => relay(world, { acknowledged }),
}));

export async function claim(world: DeliveryWorld, number: number, limit: number): Promise<DeliveryClaim[]> {
  const units = await world.claim(idOf(world, number), limit, leaseMs);
  const claims = units.map((unit) => ({ unit, lost: false }));
  world.claims.push(...claims);
  return claims;
}

const claimSome = fc
  .record({ number: destination, limit: fc.integer({ min: 1, max: 5 }) })
  .map(({ number, limit }): Action => ({
    name: `claim ${limit} of d${number}`,
    act: async (world) => {
      await claim(world, number, limit);
    },
  }));

type Fate = 'delivered' | 'failed' | 'gone';
export const outcomeOf = (fate: Fate): SendOutcome => ({
  delivered: fate === 'delivered',
  at: new Date(0),
  durationMs: 1,
  gone: fate === 'gone',
});

/** Of the latest claims, or of any that ever was: a process that was frozen, or whose commit's answer was lost. */
const settleSome = fc
  .record({
    chosen: picks,
    fates: fc.array(fc.constantFrom<Fate>('delivered', 'failed', 'failed', 'gone'), {
      minLength: 1,
      maxLength: 3,
    }),
    late: fc.boolean(),
    twice: fc.boolean(),
  })
  .map(({ chosen, fates, late, twice }): Action => ({
    name: `settle ${late ? 'any' : 'latest'} ${chosen.join()} as ${fates.join()}${twice ? ' twice' : ''}`,
    act: async (world) => {
      const claims = picked(late ? world.claims : world.claims.slice(-6), chosen);
      const done = [...new Map(claims.map(({ unit }) => [unit.id, unit])).values()].map((unit, index) => ({
        unit,
        outcome: outcomeOf(fates[index % fates.length]!),
      }));
      if (done.length === 0) return;
      for (const { unit } of done) loseClaims(world, unit.destinationId);
      await world.settle(done);
      if (twice) await world.settle(done);
      await checkGone(world, done);
    },
  }));

/** 410 disables at once, whatever else came of the same settlement (Contract §6.2). */
async function checkGone(
  world: DeliveryWorld,
  done: readonly { unit: { destinationId: string }; outcome: SendOutcome }[],
): Promise<void> {
  const gone = done.filter(({ outcome }) => outcome.gone).map(({ unit }) => unit.destinationId);
  const left = (await readDestinations(world)).filter(({ id }) => gone.includes(id));
  if (!world.racing) for (const { status } of left) expect(status).toBe('disabled');
}

const renew = picks.map((chosen): Action => ({
  name: `renew ${chosen.join()}`,
  act: async (world) => {
    const units = picked(world.claims, chosen).map(({ unit }) => unit);
    await renewDeliveries(world.db.pool)(units, leaseMs);
  },
}));

const loseLease = fc.nat().map((chosen): Action => ({
  name: `lease of ${chosen} runs out`,
  act: async (world) => {
    const [one] = picked(world.claims.slice(-6), [chosen]);
    if (!one) return;
    one.lost = true;
    await world.db.pool.query(
      "UPDATE delivery SET due_at = least(due_at, clock_timestamp()) WHERE id = $1 AND attempt = $2 AND claimed AND status = 'pending'",
      [one.unit.id, one.unit.attempt],
    );
  },
}));

const someTime = fc.constantFrom(2_000, 20_000, 30 * 60_000).map((ms): Action => ({
  name: `${ms / 1_000} s pass`,
  act: (world) => letTimePass(world, ms),
}));

/** A turn that saw the destination disabled some time ago, or gone, ends: it holds nothing of one that is enabled. */
const staleTurn = destination.map((number): Action => ({
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
  UPDATE lane SET next_due_at = (SELECT min(due_at) FROM delivery WHERE destination_id = $1) WHERE id = $1`;

/** A turn of a lane ends: its row promises what is due next, and nothing more. */
const rest = destination.map((number): Action => ({
  name: `d${number} rests`,
  act: (world) =>
    inTransaction(world.db.pool, async (tx) => {
      const values = [idOf(world, number)];
      await tx.query('SELECT 1 FROM lane WHERE id = $1 FOR UPDATE', values);
      await tx.query(restSql, values);
    }),
}));

const disable = destination.map((number): Action => ({
  name: `disable d${number}`,
  act: async (world) => {
    loseClaims(world, idOf(world, number));
    await world.destinations.disable(world.projectId, idOf(world, number), 'by hand');
  },
}));

const enable = destination.map((number): Action => ({
  name: `enable d${number}`,
  act: async (world) => {
    await world.destinations.enable(world.projectId, idOf(world, number));
  },
}));

export const replay = async (world: DeliveryWorld, number: number): Promise<void> => {
  loseClaims(world, idOf(world, number));
  await sendAgain(world.db.pool, world.projectId, { destinationId: idOf(world, number) });
};

/** What is replayed after an enabling is sent: no turn that saw the destination disabled holds it again. */
const enableAndReplay = destination.map((number): Action => ({
  name: `enable and replay d${number}`,
  act: async (world) => {
    const before = await readDeliveries(world);
    const known = new Set(before.map(({ id }) => id));
    if (!(await world.destinations.enable(world.projectId, idOf(world, number)))) return;
    await replay(world, number);
    if (world.racing) return;
    const held = (await readDeliveries(world)).filter(
      ({ id, destinationId, status }) =>
        known.has(id) && destinationId === idOf(world, number) && status === 'held',
    );
    expect(held).toEqual([]);
  },
}));

const redeliver = fc.nat().map((chosen): Action => ({
  name: `redeliver ${chosen}`,
  act: async (world) => {
    const [one] = picked(await readDeliveries(world), [chosen]);
    if (!one) return;
    loseClaims(world, one.destinationId);
    await sendAgain(world.db.pool, world.projectId, { deliveryId: one.id });
  },
}));

const remove = destination.map((number): Action => ({
  name: `remove d${number}`,
  act: async (world) => {
    loseClaims(world, idOf(world, number));
    await world.destinations.remove(world.projectId, idOf(world, number));
  },
}));

const single = fc.oneof(
  { weight: 4, arbitrary: publishSome },
  { weight: 5, arbitrary: claimSome },
  { weight: 5, arbitrary: settleSome },
  { weight: 1, arbitrary: renew },
  { weight: 1, arbitrary: loseLease },
  { weight: 1, arbitrary: staleTurn },
  { weight: 2, arbitrary: rest },
  { weight: 1, arbitrary: disable },
  { weight: 1, arbitrary: enable },
  { weight: 2, arbitrary: enableAndReplay },
  { weight: 1, arbitrary: redeliver },
);

/** What several processes and callers do at once. */
const race = fc.array(single, { minLength: 2, maxLength: 4 }).map((actions): Action => ({
  name: `at once: ${actions.map(({ name }) => name).join(' | ')}`,
  act: async (world) => {
    world.racing = true;
    await Promise.all(actions.map((action) => action.act(world)));
    world.racing = false;
  },
}));

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 8, arbitrary: single },
  { weight: 3, arbitrary: relaySome },
  { weight: 3, arbitrary: race },
  { weight: 2, arbitrary: someTime },
  { weight: 1, arbitrary: remove },
);
