import { afterAll, beforeAll, test } from '@jest/globals';
import type { Database } from '@writ/db';
import { modelRuns } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import fc from 'fast-check';
import { endAll } from './testing/end-all.ts';
import { anyAction, type Action } from './testing/operation-commands.ts';
import { checkOperations } from './testing/operation-invariants.ts';
import { operationWorld, type OperationWorld } from './testing/operation-world.ts';

const commandsPerRun = 40;

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 10 });
});
afterAll(() => db.close());

const toCommand = (action: Action): fc.AsyncCommand<object, OperationWorld> => ({
  check: () => true,
  run: async (_, world) => {
    world.accepted.push([]);
    await checkOperations(world, await action.act(world));
  },
  toString: () => action.name,
});

test('whatever workers and gateways do, in whatever order, every accepted write ends once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.commands([anyAction.map(toCommand)], { maxCommands: commandsPerRun, size: 'max' }),
      async (commands) => {
        const world = operationWorld(db);
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
        await endAll(world);
      },
    ),
    modelRuns(12),
  );
});
