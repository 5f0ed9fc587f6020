import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { eventually, modelRuns } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import fc from 'fast-check';
import { claimOperations } from '../index.ts';
import { settle, settlementOf, type Fate } from '../testing/operation-settlements.ts';
import { readOperations } from '../testing/operation-rows.ts';
import { accept, operationWorld, type OperationWorld, type Wish } from '../testing/operation-world.ts';

const workers = 3;
/** No lease expires by itself: workers finish their claims, however late. */
const leaseMs = 3_600_000;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 10 });
});
afterAll(() => db.close());

/** `dies`: before it settles. */
type Turn = Fate | 'dies' | 'sends and dies';

const update: fc.Arbitrary<Wish> = fc
  .array(fc.constantFrom('1', '2', '3'), { minLength: 1, maxLength: 3 })
  .map((keys) => ({
    place: 0,
    type: 'update',
    form: keys.length === 1 ? 'single' : 'batch',
    keys,
    deadlineHours: 48,
    maxDelayMinutes: 1,
  }));
const turns = fc.array(
  fc.constantFrom<Turn>('written', 'written', 'refused', 'later', 'unknown', 'dies', 'sends and dies'),
  { minLength: 1, maxLength: 20 },
);

/** Runs until stopped, and records what it sends. */
async function work(
  world: OperationWorld,
  sent: string[],
  turn: () => Turn,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    for (const operation of await claimOperations(
      world.db.pool,
      [{ laneId: world.lanes[0], limit: 2 }],
      leaseMs,
    )) {
      const fate = turn();
      if (fate !== 'dies' && fate !== 'refused' && fate !== 'later') sent.push(operation.id);
      if (fate !== 'dies' && fate !== 'sends and dies') {
        await settle(world, [settlementOf(world, { operation }, [fate])]);
      } else {
        const ranOut = 'UPDATE operation SET lease_until = clock_timestamp() WHERE id = $1 AND attempt = $2';
        await world.db.pool.query(ranOut, [operation.id, operation.attempt]);
      }
    }
  }
}

test('several workers, interrupted anywhere, send the updates of a record in the order in which we accepted them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(update, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
      turns,
      async (gateways, fates) => {
        const world = operationWorld(db);
        const sent: string[] = [];
        let taken = 0;
        let over = false;
        const turn = (): Turn => fates[taken++] ?? 'written';
        const working = Array.from({ length: workers }, () => work(world, sent, turn, () => over));
        await Promise.all(
          gateways.map(async (wishes) => {
            for (const wish of wishes) await accept(world, [wish]);
          }),
        );
        await eventually(async () =>
          (await readOperations(world)).every(({ status }) => status !== 'in_progress'),
        ).finally(() => {
          over = true;
        });
        await Promise.all(working);
        const inOrder = await readOperations(world);
        for (const key of ['1', '2', '3']) {
          const accepted = inOrder.filter(({ keys }) => keys.includes(key)).map(({ id }) => id);
          const places = sent.map((id) => accepted.indexOf(id)).filter((place) => place >= 0);
          expect(places).toEqual(places.toSorted((a, b) => a - b));
        }
      },
    ),
    modelRuns(10),
  );
});
