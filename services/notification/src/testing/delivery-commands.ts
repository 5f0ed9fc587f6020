import { expect } from '@jest/globals';
import { inTransaction } from '@writ/db';
import fc from 'fast-check';
import { unclaimDeliveries, renewDeliveries } from '../delivery/claim-deliveries.ts';
import type { SendOutcome } from '../destination-kinds/destination-kind.ts';
import { destination, idOf, loseClaims, picked, picks, type Action } from './delivery-action.ts';
import { restLane } from './destination-commands.ts';
import { readDestinations, type DestinationRow } from './delivery-rows.ts';
import { letTimePass, publish, relay, type DeliveryClaim, type DeliveryWorld } from './delivery-world.ts';

/** No lease ends before the test ends it. */
export const leaseMs = 600_000;

export const publishSome = fc.integer({ min: 1, max: 4 }).map((count): Action => ({
  name: `publish ${count}`,
  act: (world) => publish(world, count),
}));

export const relaySome = fc.boolean().map((acknowledged): Action => ({
  name: acknowledged ? 'relay' : 'relay twice',
  act: (world) => relay(world, { acknowledged }),
}));

export async function claim(world: DeliveryWorld, number: number, limit: number): Promise<DeliveryClaim[]> {
  const leaseEndsAtMs = performance.now() + leaseMs;
  const units = await world.claim(idOf(world, number), limit, leaseMs);
  const claims = units.map((unit) => ({ unit, leaseEndsAtMs, lost: false, begun: false }));
  world.claims.push(...claims);
  return claims;
}

export const claimSome = fc
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

/** From the latest claims or older ones: a process was frozen, or a commit's answer lost. */
export const settleSome = fc
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
      for (const one of claims) one.begun = true;
      const done = [...new Map(claims.map(({ unit }) => [unit.id, unit])).values()].map((unit, index) => ({
        unit,
        outcome: outcomeOf(fates[index % fates.length]!),
      }));
      if (done.length === 0) return;
      for (const { unit } of done) loseClaims(world, unit.destinationId);
      const before = await readDestinations(world);
      await world.settle(done);
      if (twice) await world.settle(done);
      await checkGone(world, done, before);
    },
  }));

/**
 * 410 disables, whatever else is settled, unless the destination was changed or enabled after the attempt began
 * (Contract §6.2). The last 410 counts.
 */
async function checkGone(
  world: DeliveryWorld,
  done: readonly { unit: { destinationId: string; version: number }; outcome: SendOutcome }[],
  before: readonly DestinationRow[],
): Promise<void> {
  const said = new Map(
    done.flatMap(({ unit, outcome }) => (outcome.gone ? [[unit.destinationId, unit]] : [])),
  );
  const gone = before.flatMap(({ id, version }) => (said.get(id)?.version === version ? id : []));
  const left = (await readDestinations(world)).filter(({ id }) => gone.includes(id));
  if (!world.racing) for (const { status } of left) expect(status).toBe('disabled');
}

export const renew = picks.map((chosen): Action => ({
  name: `renew ${chosen.join()}`,
  act: async (world) => {
    const units = picked(world.claims, chosen).map(({ unit }) => unit);
    await renewDeliveries(world.db.pool)(units, leaseMs);
  },
}));

/** A slice ends before it has begun all its claims; then its lane rests. */
export const unclaim = picks.map((chosen): Action => ({
  name: `give back ${chosen.join()}`,
  act: async (world) => {
    const claims = picked(world.claims, chosen).filter(({ begun }) => !begun);
    world.claims = world.claims.filter((one) => !claims.includes(one));
    const units = claims.map(({ unit }) => unit);
    const given = await unclaimDeliveries(world.db.pool)(units);
    // If another process has taken it, the attempt still counts.
    world.claims.push(...claims.filter(({ unit }) => !given.has(unit.id)));
    for (const { destinationId } of units) await restLane(world, destinationId);
  },
}));

/** A lane promised to continue at the lease's end does so. Locks in the order of settlements: delivery, then lane. */
const loseLeaseSql = `
  WITH lost AS (
    SELECT project_id, id, destination_id, lease_until FROM delivery
    WHERE id = $1 AND attempt = $2 AND claimed AND status = 'pending' FOR UPDATE),
  ended AS (
    UPDATE delivery AS d SET lease_until = least(d.lease_until, clock_timestamp())
    FROM lost WHERE d.project_id = lost.project_id AND d.id = lost.id)
  UPDATE lane SET next_due_at = least(next_due_at, clock_timestamp())
  FROM lost WHERE lane.id = lost.destination_id AND next_due_at <= lost.lease_until`;

export const loseLease = fc.nat().map((chosen): Action => ({
  name: `lease of ${chosen} runs out`,
  act: async (world) => {
    const [one] = picked(world.claims.slice(-6), [chosen]);
    if (!one) return;
    one.lost = true;
    one.begun = true;
    await inTransaction(world.db.pool, async (tx) => {
      await tx.query('SELECT 1 FROM delivery WHERE id = $1 FOR UPDATE', [one.unit.id]);
      await tx.query('SELECT 1 FROM lane WHERE id = $1 FOR UPDATE', [one.unit.destinationId]);
      await tx.query(loseLeaseSql, [one.unit.id, one.unit.attempt]);
    });
  },
}));

export const someTime = fc.constantFrom(2_000, leaseMs, 30 * 60_000).map((ms): Action => ({
  name: `${ms / 1_000} s pass`,
  act: (world) => letTimePass(world, ms),
}));
