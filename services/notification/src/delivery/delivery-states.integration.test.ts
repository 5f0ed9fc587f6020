import { afterAll, beforeAll, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { modelRuns } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import fc from 'fast-check';
import { deliverAll } from '../testing/deliver-all.ts';
import { anyAction } from '../testing/any-delivery-action.ts';
import type { Action } from '../testing/delivery-action.ts';
import { checkDeliveries } from '../testing/delivery-invariants.ts';
import { deliveryWorld, type DeliveryWorld } from '../testing/delivery-world.ts';

const commandsPerRun = 40;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 10 });
});
afterAll(() => db.close());

const toCommand = (action: Action): fc.AsyncCommand<object, DeliveryWorld> => ({
  check: () => true,
  run: async (_, world) => {
    await action.act(world);
    await checkDeliveries(world);
  },
  toString: () => action.name,
});

test('whatever happens to deliveries and destinations, each event reaches each enabled destination', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([anyAction.map(toCommand)], { maxCommands: commandsPerRun, size: 'max' }),
      async (commands) => {
        const world = await deliveryWorld(db);
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
        await deliverAll(world);
      },
    ),
    modelRuns(10),
  );
});
