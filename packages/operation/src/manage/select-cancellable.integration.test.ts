import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { acceptOperations } from '../accept/accept-operations.ts';
import { claimOperations, selectCancellable, type CancelPlace } from '../index.ts';
import { anOperation, aTarget } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 5 });
});
afterAll(() => db.close());

/** Lanes of a project, and the verbs that look through them. */
function someLanes() {
  const target = aTarget();
  const laneIds = [newId(), newId(), newId()] as const;
  const createTime = new Date(Date.now() + 3_600_000);
  const task = { projectId: target.projectId, filter: {}, createTime };
  return {
    laneIds,
    accept: async (laneId: string, count: number) => {
      const operations = Array.from({ length: count }, () => anOperation({ ...target, laneId }));
      await acceptOperations(db.pool, operations);
      return operations.map(({ id }) => id);
    },
    next: (after: CancelPlace | undefined, limit: number) => selectCancellable(db, task, { after, limit }),
  };
}

test('what can be cancelled is looked through once, lane after lane, whatever else is due before it', async () => {
  const { laneIds, accept, next } = someLanes();
  const [first, second, third] = laneIds;
  const meant = [...(await accept(first, 3)), ...(await accept(third, 4))];
  await accept(second, 2);
  await claimOperations(db.pool, second, 2, 15_000);
  const seen: string[] = [];
  for (let after: CancelPlace | undefined, more = true; more;) {
    const found = await next(after, 2);
    seen.push(...found.map(({ id }) => id));
    after = found.at(-1);
    more = found.length === 2;
  }
  expect(seen.toSorted()).toEqual(meant.toSorted());
  expect(seen).toHaveLength(meant.length);
});

test('what has become due earlier than the place that was reached is found by who begins anew', async () => {
  const { laneIds, accept, next } = someLanes();
  const [early, late] = await accept(laneIds[1], 2);
  const [reached] = await next(undefined, 1);
  expect(reached?.id).toBe(early);
  await db.pool.query("UPDATE operation SET due_at = due_at - interval '1 min' WHERE id = $1", [late]);
  expect(await next(reached, 10)).toEqual([]);
  expect((await next(undefined, 10)).map(({ id }) => id)).toEqual([late, early]);
});
