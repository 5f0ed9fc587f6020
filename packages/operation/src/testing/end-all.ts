import { expect } from '@jest/globals';
import { claimOperations, closeDueBatches } from '../index.ts';
import { timePasses } from './operation-commands.ts';
import { settle, settlementOf } from './operation-settlements.ts';
import { checkOperations } from './operation-invariants.ts';
import { readOperations } from './operation-rows.ts';
import type { OperationWorld } from './operation-world.ts';

/** Workers that go on until nothing is left: what was accepted ends, however the commands before left it. */
export async function endAll(world: OperationWorld): Promise<void> {
  for (;;) {
    const open = (await readOperations(world)).filter(({ status }) => status === 'in_progress').length;
    if (open === 0) break;
    await timePasses(65 * 60_000).act(world);
    const claims = (await Promise.all(world.lanes.map((laneId) => drain(world, laneId)))).flat();
    // Each round frees at least the first of every line, so there are no more rounds than operations.
    expect(claims.length).toBeGreaterThan(0);
  }
  await checkOperations(world, []);
  const { rowCount } = await world.db.pool.query(
    'SELECT FROM operation_order_key WHERE project_id = $1 AND held_until IS NULL',
    [world.projectId],
  );
  expect(rowCount).toBe(0);
}

async function drain(world: OperationWorld, laneId: string) {
  await closeDueBatches(world.db.pool, laneId);
  const operations = await claimOperations(world.db.pool, [{ laneId, limit: 1_000 }], 15_000);
  const claims = operations.map((operation) => ({ operation, lost: false, begun: false }));
  world.claims.push(...claims);
  await settle(
    world,
    claims.map((claim) => settlementOf(world, claim, ['written'])),
  );
  return claims;
}
