import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { behindRow, inTurn } from '@writ/test-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { touchLanes } from './touch-lanes.ts';
import { findLaneParks } from './list-lanes.ts';
import { parkLane, removeUnusedLanes } from './lane-rows.ts';
import { pauseLane, resumeLane } from './pause-lane.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 8 });
});
afterAll(() => db.close());

const by = { kind: 'admin', id: 'admin' } as const;

async function aLane() {
  const [id, projectId] = [newId(), newId()];
  await touchLanes(db.pool, [{ id, projectId, kind: 'provider', name: 'hubspot x' }]);
  return {
    id,
    pause: () => pauseLane(db.prisma, projectId, id, { by }),
    resume: () => resumeLane(db.prisma, projectId, id),
    park: () => parkLane(db.pool, id, { waitMs: 3_600_000, reason: 'outage' }),
  };
}
type Lane = Awaited<ReturnType<typeof aLane>>;

test.each<[string, (lane: Lane) => (() => Promise<unknown>)[], string | undefined]>([
  ['a pause and a park', ({ pause, park }) => [pause, park], 'paused'],
  ['a park and a pause', ({ park, pause }) => [park, pause], 'paused'],
  ['a park and a resumption', ({ park, resume }) => [park, resume], undefined],
])('%s at the same time leave a paused lane as they do one after the other', async (_, callsOf, left) => {
  const lane = await aLane();
  await lane.pause();
  await behindRow(db.pool, { table: 'lane', id: lane.id }, callsOf(lane));
  expect((await findLaneParks(db.prisma, [lane.id])).get(lane.id)?.reason).toBe(left);
});

test('a lane that nobody uses is not removed while it is paused', async () => {
  const lane = await aLane();
  await db.pool.query('UPDATE lane SET next_due_at = NULL WHERE id = $1', [lane.id]);
  const remove = () => removeUnusedLanes(db.prisma, { kind: 'provider', ageMs: 0, limit: 100 });
  const calls: (() => Promise<unknown>)[] = [lane.pause, remove];
  const [paused] = await behindRow(db.pool, { table: 'lane', id: lane.id }, calls);
  expect(paused).toMatchObject({ park: { reason: 'paused' } });
  await remove();
  expect(await lane.resume()).toBeDefined();
});

test('a pause or a resumption that comes after the removal of its lane finds none', async () => {
  const { id, pause, resume } = await aLane();
  const hold = { text: 'DELETE FROM lane WHERE id = $1', values: [id], end: 'COMMIT' };
  expect(await inTurn(db.pool, hold, [pause, resume])).toEqual([undefined, undefined]);
});
