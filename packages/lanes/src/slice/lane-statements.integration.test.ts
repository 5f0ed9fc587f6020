import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inTransaction, newId } from '@writ/db';
import { createClosing, type Closing } from '@writ/service-kit';
import { touchLanes } from '../rows/touch-lanes.ts';
import { unitLanes, type UnitLanes } from '../testing/unit-lanes.ts';
import { createLaneStatements } from './lane-statements.ts';

const leaseMs = 60_000;

let closing: Closing;
let lanes: UnitLanes;
beforeEach(async () => {
  closing = createClosing();
  lanes = await unitLanes(closing);
});
afterEach(() => closing.close());

/** Counts the lanes of each claim. */
function ofProcess() {
  const work = lanes.unitWork(() => Promise.resolve('done'));
  const claims: number[] = [];
  const statements = createLaneStatements({
    pool: lanes.db.pool,
    work: {
      ...work,
      claim: (wanted, ms) => {
        claims.push(wanted.length);
        return work.claim(wanted, ms);
      },
    },
    leaseMs,
  });
  return { statements, claims };
}

async function lanesOf(...counts: readonly number[]): Promise<string[]> {
  const ids = counts.map(() => newId());
  for (const [at, count] of counts.entries()) await lanes.add(ids[at]!, count);
  return ids;
}

test('lanes that claim in the same turn share a statement, and each has what it asked for', async () => {
  const { statements, claims } = ofProcess();
  const [few, many, none] = await lanesOf(2, 9, 0);
  const claimed = await Promise.all([
    statements.claim(few!, 5),
    statements.claim(many!, 5),
    statements.claim(none!, 5),
  ]);
  expect(claimed.map(({ length }) => length)).toEqual([2, 5, 0]);
  expect(claims).toEqual([3]);
});

test('a lane that asks twice in one statement gives no unit twice', async () => {
  const { statements, claims } = ofProcess();
  const [lane] = await lanesOf(5);
  const [first, second] = await Promise.all([statements.claim(lane!, 3), statements.claim(lane!, 3)]);
  expect([first.length, second.length]).toEqual([3, 2]);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(5);
  expect(claims).toEqual([1]);
});

test('claims of many lanes hold no more units together than a statement may', async () => {
  const { statements, claims } = ofProcess();
  const ids = await lanesOf(...Array.from({ length: 6 }, () => 1));
  await Promise.all(ids.map((id) => statements.claim(id, 200)));
  expect(Math.max(...claims)).toBe(2);
});

test('drains of many lanes begin in one statement; of a lane that there is not, nothing is told', async () => {
  const { statements } = ofProcess();
  const [one, other] = await lanesOf(1, 1);
  const begun = await Promise.all([one!, newId(), other!].map((id) => statements.begin(id)));
  expect(begun.map((state) => state?.troubled)).toEqual([false, undefined, false]);
});

test('lanes that are given work meanwhile stay due, and hold up none of those that rest beside them', async () => {
  const { statements } = ofProcess();
  const [read, written, idle] = await lanesOf(1, 1, 1);
  await lanes.db.pool.query('UPDATE unit SET due_at = NULL');
  const [touched, release] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const lane = (id: string) => ({ id, projectId: newId(), kind: 'provider' as const, name: 'test' });
  const accepting = inTransaction(lanes.db.pool, async (tx) => {
    await touchLanes(tx, [lane(read!)]);
    // Its due time moves forward, so its row is written.
    await touchLanes(tx, [{ ...lane(written!), dueAt: new Date(0) }]);
    touched.resolve(undefined);
    await release.promise;
  });
  await touched.promise;
  const rest = (id: string) => statements.rest(id, false);
  const [ofRead, ofWritten, ofIdle] = await Promise.all([rest(read!), rest(written!), rest(idle!)]);
  expect(ofRead).toMatchObject({ isUpdated: true, waitMs: expect.any(Number) });
  expect(ofWritten).toMatchObject({ isUpdated: false, waitMs: expect.any(Number) });
  expect(ofIdle).toEqual({ isUpdated: true, waitMs: undefined });
  release.resolve(undefined);
  await accepting;
  expect((await lanes.laneRow(read!))?.next_due_at).toBeInstanceOf(Date);
  expect((await lanes.laneRow(written!))?.next_due_at).toEqual(new Date(0));
  expect((await lanes.laneRow(idle!))?.next_due_at).toBeNull();
});
