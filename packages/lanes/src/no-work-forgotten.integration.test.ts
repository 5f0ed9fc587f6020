import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { inTransaction, newId, openDatabase, type Database } from '@writ/db';
import { modelRuns, patientConnection, testDatabase, type TestDatabase } from '@writ/test-kit';
import fc from 'fast-check';
import { restLane } from './testing/rest-lane.ts';
import { touchLanes } from './rows/touch-lanes.ts';

let own: TestDatabase;
let db: Database;
beforeAll(async () => {
  own = await testDatabase();
  await own.pool.query('CREATE TABLE unit (id uuid, lane_id uuid, due_at timestamptz)');
  db = openDatabase({ url: own.url, maxConnections: 10, applicationName: 'test', limits: patientConnection });
});
afterAll(async () => {
  await db.close();
  await own.drop();
});

const work = {
  nextDueAt: async (tx: Pick<Database['pool'], 'query'>, laneIds: readonly string[]) => {
    const sql = 'SELECT lane_id AS id, min(due_at) AS at FROM unit WHERE lane_id = ANY ($1) GROUP BY lane_id';
    const { rows } = await tx.query<{ id: string; at: Date }>(sql, [laneIds]);
    return new Map(rows.map(({ id, at }) => [id, at]));
  },
};

/** A lane in its draining process: one slice at a time, and another for wake-ups meanwhile. */
function drainedLane(laneId: string) {
  let slice: Promise<void> | undefined;
  let woken = false;
  const drain = async (): Promise<void> => {
    while (woken) {
      woken = false;
      await db.pool.query('DELETE FROM unit WHERE lane_id = $1', [laneId]);
      const dueInMs = await restLane(db.pool, work, { id: laneId, troubled: false, settled: 0 });
      if (dueInMs !== undefined) woken = true;
    }
    slice = undefined;
  };
  return {
    wake: () => {
      woken = true;
      slice ??= drain();
    },
    idle: async () => {
      while (slice) await slice;
    },
  };
}

/** Wakes the lane only if the touch moved its due time, as gateways do. */
async function accept(laneId: string, counts: readonly number[], wake: () => void): Promise<void> {
  const lane = { id: laneId, projectId: laneId, kind: 'provider' as const, name: 'test' };
  for (const count of counts) {
    const touched = await inTransaction(db.pool, async (tx) => {
      const ids = Array.from({ length: count }, newId);
      await tx.query(
        'INSERT INTO unit (id, lane_id, due_at) SELECT id, $2, clock_timestamp() FROM unnest($1::uuid[]) AS id',
        [ids, laneId],
      );
      return touchLanes(tx, [lane]);
    });
    if (touched.length > 0) wake();
  }
}

test('whoever gives a lane work while it comes to rest, nothing waits for the sweep', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 12 }), {
        minLength: 1,
        maxLength: 5,
      }),
      async (gateways) => {
        const laneId = newId();
        const lane = drainedLane(laneId);
        await Promise.all(gateways.map((counts) => accept(laneId, counts, lane.wake)));
        await lane.idle();
        expect((await db.pool.query('SELECT 1 FROM unit WHERE lane_id = $1', [laneId])).rowCount).toBe(0);
        const sql = 'SELECT next_due_at AS at FROM lane WHERE id = $1';
        expect((await db.pool.query<{ at: Date | null }>(sql, [laneId])).rows).toEqual([{ at: null }]);
      },
    ),
    modelRuns(15),
  );
});
