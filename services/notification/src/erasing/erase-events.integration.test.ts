import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import type { StepEnd, StoredTask } from '@writ/task';
import { openTestDatabase } from '@writ/test-kit/database';
import { eraseEventsWork } from './erase-events.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 2 });
});
afterAll(() => db.close());

const [projectId, otherProject] = [newId(), newId()];
const groupRef = 'a "quoted"/group';

async function event(project: string, ref: string): Promise<void> {
  const [id, deliveryId] = [newId(), newId()];
  await db.pool.query(
    `INSERT INTO event (project_id, id, source, event_id, type, time, body) VALUES ($1, $2::uuid, 's', $2::uuid::text, 'connection.error', now(), $3)`,
    [project, id, JSON.stringify({ data: { groupRef: ref } })],
  );
  await db.pool.query(
    `INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status) VALUES ($1, $2::uuid, $3, 't', $2::uuid, 'held')`,
    [project, deliveryId, id],
  );
  await db.pool.query(
    `INSERT INTO delivery_attempt (project_id, delivery_id, attempt, at, outcome, duration_ms) VALUES ($1, $2, 1, now(), 'failed', 1)`,
    [project, deliveryId],
  );
}

test('events of the group go with deliveries and attempts, also unpublished ones; all others stay', async () => {
  const places = [
    [projectId, groupRef],
    [projectId, 'other'],
    [otherProject, groupRef],
  ] as const;
  for (const [project, ref] of places) {
    for (let made = 0; made < 600; made += 1) await event(project, ref);
    const one = { type: 'connection.error', projectId: project, aggregateId: newId() } as const;
    await addToOutbox(db.pool, [{ ...one, data: { groupRef: ref } }]);
  }
  const { step } = eraseEventsWork(db);
  const ends: StepEnd[] = [];
  while (ends.at(-1)?.next !== 'end') {
    const place = ends.at(-1)?.next;
    const afterId = typeof place === 'object' && 'afterId' in place ? place.afterId : null;
    await step({ projectId, filter: { groupRef }, afterId } as unknown as StoredTask, (_tx, end) => {
      ends.push(end);
      return Promise.resolve();
    });
  }
  expect(ends).toHaveLength(3);
  for (const [table, left] of Object.entries({
    event: 600,
    delivery: 600,
    delivery_attempt: 600,
    outbox: 1,
  })) {
    const { rows } = await db.pool.query<{ project_id: string; count: number }>(
      `SELECT project_id, count(*)::int FROM ${table} GROUP BY 1`,
    );
    const of = (project: string) => rows.find((row) => row.project_id === project)?.count;
    expect([of(projectId), of(otherProject)]).toEqual([left, left]);
  }
});
