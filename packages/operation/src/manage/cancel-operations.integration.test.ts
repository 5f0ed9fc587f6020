import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { acceptOperations } from '../accept/accept-operations.ts';
import { cancelOperations, claimOperations, listCancellable, unclaimOperations } from '../index.ts';
import { anAnnouncement, anOperation, aTarget } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 5 });
});
afterAll(() => db.close());

test('what can be cancelled is looked through once, by id, whatever is due before it in whatever lane', async () => {
  const target = aTarget();
  const accept = async (laneId: string, count: number) => {
    const operations = Array.from({ length: count }, () => anOperation({ ...target, laneId }));
    await acceptOperations(db.pool, operations);
    return operations.map(({ id }) => id);
  };
  const [first, second, third] = [newId(), newId(), newId()];
  const meant = [...(await accept(first, 3)), ...(await accept(third, 4))];
  await accept(second, 2);
  await claimOperations(db.pool, [{ laneId: second, limit: 2 }], 15_000);
  const { projectId } = target;
  const createTime = new Date(Date.now() + 3_600_000);
  const task = { projectId, filter: {}, createTime };
  const seen: string[] = [];
  for (let afterId: string | null = null, more = true; more;) {
    const found = await listCancellable(db.prisma, { ...task, afterId }, 2);
    seen.push(...found);
    afterId = found.at(-1) ?? null;
    more = found.length === 2;
    await db.pool.query("UPDATE operation SET due_at = due_at - interval '1 min' WHERE id = $1", [seen[0]]);
  }
  expect(seen).toEqual(meant.toSorted());
});

test('what a worker gives back while others are being cancelled is left: nothing was looked up for it', async () => {
  const target = aTarget();
  const { projectId } = target;
  const update = anOperation({ ...target, type: 'update', records: [{ id: '5', fields: { n: 1 } }] });
  const create = anOperation(target);
  await acceptOperations(db.pool, [update, create]);
  const claimed = await claimOperations(db.pool, [{ laneId: update.laneId, limit: 1 }], 15_000);
  const announcement = {
    ...anAnnouncement,
    findFacts: async () => {
      await unclaimOperations(db.pool, claimed);
      return [];
    },
  };
  const ids = [update.id, create.id];
  const cancel = () => cancelOperations(db, { projectId, ids, sharedToo: false, force: false }, announcement);
  expect(await cancel()).toMatchObject({ ids: [create.id] });
  expect(await cancel()).toMatchObject({ ids: [update.id] });
});
