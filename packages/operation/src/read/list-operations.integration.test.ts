import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { acceptOperations } from '../accept/accept-operations.ts';
import { listOperations, type NewOperation, type OperationFilter } from '../index.ts';
import { anOperation, aTarget } from '../testing/an-operation.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());
let projectId: string;
beforeEach(() => {
  projectId = newId();
});

const installation = (groupRef: string) => ({ ...aTarget({ projectId, groupRef }) });

/** Returns ids, newest first. */
async function accept(...writes: readonly Partial<NewOperation>[]): Promise<string[]> {
  const operations = writes.map((write) => anOperation({ projectId, id: newId(), ...write }));
  await acceptOperations(db.pool, operations);
  return operations.map(({ id }) => id).toReversed();
}
const end = (ids: readonly string[], status: 'success' | 'failure') =>
  db.pool.query(
    `UPDATE operation SET status = $2, due_at = NULL, failed = CASE WHEN $2 = 'failure' THEN 1 ELSE 0 END
     WHERE id = ANY ($1::uuid[])`,
    [ids, status],
  );

/** Each page reads at most `mostLookedAt` operations. */
async function allPages(filter: OperationFilter, limit: number, mostLookedAt?: number): Promise<string[][]> {
  const pages: string[][] = [];
  for (let beforeId: string | undefined; ;) {
    const page = await listOperations(db.prisma, projectId, filter, {
      limit,
      ...(beforeId !== undefined && { beforeId }),
      ...(mostLookedAt !== undefined && { mostLookedAt }),
    });
    pages.push(page.rows.map(({ id }) => id));
    if (page.nextBelow === undefined) return pages;
    beforeId = page.nextBelow;
  }
}

test('a page looks at a bounded number of operations; the next one goes on behind them', async () => {
  const write = installation('a');
  const rare = await accept(
    ...['deals', 'contacts', 'contacts', 'contacts'].map((objectName) => ({ ...write, objectName })),
  );
  const ids = await accept(...Array.from({ length: 5 }, () => write));
  expect(await allPages({ resource: 'deals' }, 10, 4)).toEqual([[], [], [rare.at(-1)]]);
  expect(await allPages({ resource: 'contacts' }, 3, 4)).toEqual([
    ids.slice(0, 3),
    [...ids.slice(3), rare[0]],
    rare.slice(1, 3),
  ]);
  expect(await allPages({ resource: 'tickets' }, 10)).toEqual([[]]);
});

test('what has not ended, and what failed, is found among what ended well', async () => {
  const write = installation('a');
  const first = await accept(write, write, write);
  const second = await accept(write, write);
  await end([first[0] ?? '', second[1] ?? ''], 'success');
  await end([first[2] ?? ''], 'failure');
  const filters = { status: 'failure', installationId: write.installationId } as const;
  expect(await allPages({ status: 'in_progress' }, 1)).toEqual([[second[0]], [first[1]]]);
  expect(await allPages({ status: 'failure' }, 1)).toEqual([[first[2]]]);
  expect(await allPages(filters, 1)).toEqual([[first[2]]]);
  expect(await allPages({ status: 'success' }, 5)).toEqual([[second[1], first[0]]]);
});

test('the operations of a group are those of all its installations, in one order', async () => {
  const [one, two, other] = [installation('a'), installation('a'), installation('b')];
  const ids = await accept(one, two, other, one, two, two, other, one, one);
  const ofGroup = ids.filter((_, place) => ![2, 6].includes(place));
  expect((await allPages({ groupRef: 'a' }, 2)).flat()).toEqual(ofGroup);
  expect((await allPages({ groupRef: 'a' }, 2, 1)).flat()).toEqual(ofGroup);
  expect((await allPages({ groupRef: 'a', installationId: two.installationId }, 5)).flat()).toHaveLength(3);
  expect(await allPages({ groupRef: 'nobody' }, 2)).toEqual([[]]);
});

test('a page of many installations is one statement, whatever of them has the newest', async () => {
  const installations = Array.from({ length: 12 }, () => installation('a'));
  const resources = ['deals', 'contacts', 'contacts', 'tickets', 'contacts'];
  // The first has every third operation; the last only old ones.
  const writes = Array.from({ length: 90 }, (_, place) => ({
    ...installations[place % 3 === 0 ? 0 : (place * 7) % (place < 30 ? 12 : 8)]!,
    objectName: resources[place % resources.length]!,
  }));
  const ids = await accept(...writes);
  await accept(installation('b'));
  const ofResource = (resource: string) =>
    ids.filter((_, place) => writes.at(-1 - place)?.objectName === resource);
  for (const mostLookedAt of [undefined, 4])
    for (const limit of [1, 3, 5, 20, 100]) {
      const look = mostLookedAt && Math.max(mostLookedAt, limit + 1);
      const pages = (filter: OperationFilter) => allPages({ groupRef: 'a', ...filter }, limit, look);
      expect((await pages({})).flat()).toEqual(ids);
      expect((await pages({ resource: 'deals' })).flat()).toEqual(ofResource('deals'));
      expect((await pages({ resource: 'leads' })).flat()).toEqual([]);
    }
  await end(ids.slice(10, 40), 'failure');
  expect((await allPages({ groupRef: 'a', status: 'failure' }, 7)).flat()).toEqual(ids.slice(10, 40));

  let statements = 0;
  const count = () => void (statements += 1);
  db.pool.on('acquire', count);
  await listOperations(db.prisma, projectId, { groupRef: 'a' }, { limit: 10 });
  db.pool.off('acquire', count);
  // One statement finds the installations.
  expect(statements).toBe(2);
});

test('a span of time leaves out nothing at its ends', async () => {
  const write = installation('a');
  const [id = ''] = await accept(write);
  const { rows } = await db.pool.query<{ at: Date }>(
    `SELECT date_trunc('milliseconds', create_time) AS at FROM operation WHERE id = $1`,
    [id],
  );
  const at = rows[0]?.at.getTime() ?? 0;
  const of = (since: number, until: number) =>
    allPages({ since: new Date(at + since).toISOString(), until: new Date(at + until).toISOString() }, 5);
  expect(await of(0, 1)).toEqual([[id]]);
  expect(await of(-1, 0)).toEqual([[]]);
  expect(await of(-at, 1)).toEqual([[id]]);
  expect(await of(0, 10 ** 14)).toEqual([[id]]);
  expect(await of(1, 2)).toEqual([[]]);
});
