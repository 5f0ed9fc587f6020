import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Database } from '@writ/db';
import type { StepEnd, StoredTask } from '@writ/task';
import { openTestDatabase } from '@writ/test-kit/database';
import { exportEventsWork } from './export-events.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const projectId = newId();
const groupRef = 'a "quoted"/group';

/** Each with a delivery and a failed attempt; a second call makes later events. */
async function events(ref: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  const body = JSON.stringify({ data: { groupRef: ref, name: 'x' } });
  await db.pool.query(
    `INSERT INTO event (project_id, id, source, event_id, type, time, body)
     SELECT $1, id::uuid, 's', 'event ' || id, 'connection.error', now(), $3 FROM unnest($2::text[]) AS given (id)`,
    [projectId, ids, body],
  );
  await db.pool.query(
    `INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status, attempt)
     SELECT $1, id, id, 'connection.error', id, 'failed', 1 FROM unnest($2::uuid[]) AS given (id)`,
    [projectId, ids],
  );
  await db.pool.query(
    `INSERT INTO delivery_attempt (project_id, delivery_id, attempt, at, outcome, duration_ms, response_excerpt)
     SELECT $1, id, 1, now(), 'failed', 1, 'said no' FROM unnest($2::uuid[]) AS given (id)`,
    [projectId, ids],
  );
  return ids;
}

type Line = { kind: string; value: { id: string } };

test('each event of the group is exported once, with its deliveries and their attempts', async () => {
  const own = await events(groupRef, 250);
  await events('other', 1_100);
  own.push(...(await events(groupRef, 3)));
  const { step } = exportEventsWork(db);
  const ends: StepEnd[] = [];
  while (ends.at(-1)?.next !== 'end') {
    const place = ends.at(-1)?.next;
    const afterId = typeof place === 'object' && 'afterId' in place ? place.afterId : null;
    const task = { projectId, filter: { groupRef }, createTime: new Date(), afterId };
    await step(task as unknown as StoredTask, (_tx, end) => {
      ends.push(end);
      return Promise.resolve();
    });
  }
  expect(ends.map(({ lines = [] }) => lines.length)).toEqual([200, 200, 100, 6, 0]);
  const lines = ends.flatMap((end) => (end.lines ?? []) as Line[]);
  const idsOf = (kind: string) => lines.filter((line) => line.kind === kind).map(({ value }) => value.id);
  expect([idsOf('event'), idsOf('delivery')]).toEqual([own, own]);
  expect(lines[0]?.value).toMatchObject({ payload: { data: { groupRef, name: 'x' } } });
  expect(lines.find(({ kind }) => kind === 'delivery')?.value).toMatchObject({
    eventId: `event ${own[0]}`,
    status: 'failed',
    attempts: [{ attempt: 1, responseExcerpt: 'said no' }],
  });
});
