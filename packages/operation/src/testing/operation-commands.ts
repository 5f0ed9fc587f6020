import { expect } from '@jest/globals';
import fc from 'fast-check';
import {
  cancelOperations,
  claimOperations,
  claimOverdueOperations,
  closeDueBatches,
  unclaimOperations,
  renewOperations,
} from '../index.ts';
import { anAnnouncement } from './an-operation.ts';
import { readOperations } from './operation-rows.ts';
import { settle, settlementOf, type Fate } from './operation-settlements.ts';
import {
  accept,
  letTimePass,
  restLanes,
  type Claim,
  type OperationWorld,
  type Wish,
} from './operation-world.ts';

/** One action of a process; resolves with its claims. */
export type Action = { name: string; act(world: OperationWorld): Promise<readonly Claim[]> };

export const leaseMs = 15_000;
const none: readonly Claim[] = [];

const wish: fc.Arbitrary<Wish> = fc.record({
  place: fc.nat(2),
  form: fc.constantFrom('single', 'batch', 'auto', 'auto'),
  type: fc.constantFrom('create', 'update', 'update', 'upsert'),
  // Few, so that updates of a record meet; sometimes enough to fill batches.
  keys: fc.oneof(
    { weight: 5, arbitrary: fc.array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: 90, max: 130 }).map((count) => Array<string>(count).fill('4')),
    },
  ),
  deadlineHours: fc.constantFrom(1, 48),
  maxDelayMinutes: fc.constantFrom(1, 5, 60),
});

const acceptGroup = fc.array(wish, { minLength: 1, maxLength: 3 }).map((wishes): Action => ({
  name: `accept ${JSON.stringify(wishes.map(({ keys, ...other }) => ({ ...other, keys: keys.length > 9 ? keys.length : keys })))}`,
  act: async (world) => {
    await accept(world, wishes);
    return none;
  },
}));

const claim = fc
  .record({ lane: fc.nat(1), limit: fc.integer({ min: 1, max: 8 }), overdue: fc.nat(5).map((n) => n === 0) })
  .map(({ lane, limit, overdue }): Action => ({
    name: `claim ${limit} ${overdue ? 'overdue ' : ''}of lane ${lane}`,
    act: async (world) => {
      const take = overdue ? claimOverdueOperations : claimOperations;
      const leaseEndsAtMs = performance.now() + leaseMs;
      const operations = await take(world.db.pool, [{ laneId: world.lanes[lane]!, limit }], leaseMs);
      const claims = operations.map((operation) => ({ operation, leaseEndsAtMs, lost: false, begun: false }));
      world.claims.push(...claims);
      return claims;
    },
  }));

const fates = fc.array(
  fc.constantFrom<Fate>('written', 'written', 'refused', 'later', 'unknown', 'not sent'),
  {
    minLength: 1,
    maxLength: 3,
  },
);
const picks = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
const picked = <T>(from: readonly T[], chosen: readonly number[]): T[] => [
  ...new Set(from.length === 0 ? [] : chosen.map((number) => from[number % from.length]!)),
];

/** Of the latest claims, or any earlier: a frozen worker, or a lost answer. */
const settleSome = fc
  .record({ chosen: picks, fates, late: fc.boolean(), twice: fc.boolean() })
  .map(({ chosen, late, twice, fates: some }): Action => ({
    name: `settle ${late ? 'any' : 'latest'} ${chosen.join()} as ${some.join()}${twice ? ' twice' : ''}`,
    act: async (world) => {
      const claims = picked(late ? world.claims : world.claims.slice(-8), chosen);
      for (const one of claims) one.begun = true;
      // A worker performs one attempt at a time.
      const byOperation = new Map(claims.map((one) => [one.operation.id, one]));
      const settlements = [...byOperation.values()].map((one) => settlementOf(world, one, some));
      await settle(world, settlements);
      if (twice) await settle(world, settlements);
      return none;
    },
  }));

/** By force also what may have been written. */
const cancel = fc.record({ chosen: picks, force: fc.boolean() }).map(({ chosen, force }): Action => ({
  name: `cancel ${force ? 'by force ' : ''}${chosen.join()}`,
  act: async (world) => {
    const ids = picked(await readOperations(world), chosen).map(({ id }) => id);
    const wanted = { projectId: world.projectId, ids, sharedToo: true, force };
    const cancelled = await cancelOperations(world.db, wanted, anAnnouncement);
    const rows = await readOperations(world);
    for (const id of cancelled.ids) {
      const row = rows.find((one) => one.id === id);
      if (!force) expect(row?.attempt).toBe(row?.unsent_attempts);
    }
    return none;
  },
}));

const renew = picks.map((chosen): Action => ({
  name: `renew ${chosen.join()}`,
  act: async (world) => {
    const claims = picked(world.claims, chosen);
    await renewOperations(
      world.db.pool,
      claims.map(({ operation }) => operation),
      leaseMs,
    );
    return none;
  },
}));

/** A slice ends before all its claims have begun. */
const giveBack = picks.map((chosen): Action => ({
  name: `give back ${chosen.join()}`,
  act: async (world) => {
    // Overdue operations keep their line.
    const some = picked(world.claims, chosen).filter(
      ({ begun, operation }) => !begun && operation.waitingOn === null,
    );
    // A worker holds an operation once.
    const claims = [...new Map(some.map((one) => [one.operation.id, one])).values()];
    world.claims = world.claims.filter((one) => !claims.includes(one));
    const operations = claims.map(({ operation }) => operation);
    const given = await unclaimOperations(world.db.pool, operations);
    await restLanes(world);
    // Attempts taken by other workers still count.
    world.claims.push(...claims.filter(({ operation }) => !given.has(operation.id)));
    return none;
  },
}));

const loseLease = fc.nat().map((chosen): Action => ({
  name: `lease of ${chosen} runs out`,
  act: async (world) => {
    const [one] = picked(world.claims.slice(-8), [chosen]);
    if (!one) return none;
    one.lost = true;
    one.begun = true;
    await world.db.pool.query(
      'UPDATE operation SET lease_until = clock_timestamp() WHERE id = $1 AND attempt = $2 AND claimed',
      [one.operation.id, one.operation.attempt],
    );
    await restLanes(world);
    return none;
  },
}));

export const timePasses = (ms: number): Action => ({
  name: `${ms / 1_000} s pass`,
  act: async (world) => {
    for (const one of world.claims) one.lost = true;
    await letTimePass(world, ms);
    return none;
  },
});
/** Longer than a lease, a batch's delay, a deadline. */
const someTime = fc.constantFrom(20_000, 61_000, 61 * 60_000).map(timePasses);

const closeDue = fc.nat(1).map((lane): Action => ({
  name: `close due batches of lane ${lane}`,
  act: async (world) => {
    await closeDueBatches(world.db.pool, world.lanes[lane]!);
    return none;
  },
}));

const single = fc.oneof(
  { weight: 4, arbitrary: acceptGroup },
  { weight: 5, arbitrary: claim },
  { weight: 5, arbitrary: settleSome },
  { weight: 1, arbitrary: renew },
  { weight: 1, arbitrary: cancel },
  { weight: 1, arbitrary: giveBack },
  { weight: 2, arbitrary: loseLease },
  { weight: 2, arbitrary: closeDue },
);

/** Concurrent actions. */
const race = fc.array(single, { minLength: 2, maxLength: 4 }).map((actions): Action => ({
  name: `at once: ${actions.map(({ name }) => name).join(' | ')}`,
  act: async (world) => (await Promise.all(actions.map((action) => action.act(world)))).flat(),
}));

export const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: single },
  { weight: 2, arbitrary: race },
  { weight: 1, arbitrary: someTime },
);
