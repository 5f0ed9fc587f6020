import { expect } from '@jest/globals';
import { claimOperations, closeDueBatches, followOperations } from '../index.ts';
import { leaseMs, timePasses } from './operation-commands.ts';
import { settle, settlementOf } from './operation-settlements.ts';
import { checkOperations } from './operation-invariants.ts';
import { readOperations } from './operation-rows.ts';
import type { OperationWorld } from './operation-world.ts';

/** Runs workers until no work is left: everything accepted ends, whatever the commands did. */
export async function endAll(world: OperationWorld): Promise<void> {
  for (;;) {
    const open = (await readOperations(world)).filter(({ status }) => status === 'in_progress').length;
    if (open === 0) break;
    await timePasses(65 * 60_000).act(world);
    const claims = (await Promise.all(world.lanes.map((laneId) => drain(world, laneId)))).flat();
    // Each round frees the first of every line.
    expect(claims.length).toBeGreaterThan(0);
  }
  await checkOperations(world, []);
  await checkFollowed(world);
  const { rowCount } = await world.db.pool.query(
    'SELECT FROM operation_order_key WHERE project_id = $1 AND held_until IS NULL',
    [world.projectId],
  );
  expect(rowCount).toBe(0);
}

async function drain(world: OperationWorld, laneId: string) {
  await closeDueBatches(world.db.pool, laneId);
  const leaseEndsAtMs = performance.now() + leaseMs;
  const operations = await claimOperations(world.db.pool, [{ laneId, limit: 1_000 }], leaseMs);
  const claims = operations.map((operation) => ({ operation, leaseEndsAtMs, lost: false, begun: false }));
  world.claims.push(...claims);
  await settle(
    world,
    claims.map((claim) => settlementOf(world, claim, ['written'])),
  );
  return claims;
}

/** Each operation is counted once as accepted and once as ended, and found by its request. */
async function checkFollowed({ db, projectId }: OperationWorld): Promise<void> {
  while (await followOperations(db.pool));
  const { rows } = await db.pool.query(
    `SELECT (SELECT count(*) FROM operation WHERE project_id = $1) AS all,
       (SELECT sum(count) FROM operation_count WHERE project_id = $1 AND step = 'hour' AND what = 'accepted') AS accepted,
       (SELECT sum(count) FROM operation_count WHERE project_id = $1 AND step = 'hour' AND what <> 'accepted') AS ended,
       (SELECT count(DISTINCT operation_id) FROM search_entry WHERE project_id = $1 AND kind = 1) AS found`,
    [projectId],
  );
  const { all, ...followed } = rows[0] as Record<string, string>;
  if (all !== '0') expect(followed).toEqual({ accepted: all, ended: all, found: all });
}
