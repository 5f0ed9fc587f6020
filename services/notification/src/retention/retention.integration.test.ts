import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database, Removal } from '@writ/db';
import { addDeadLetters, removeDeadLetters } from '@writ/event-bus';
import { removeUnusedLanes, touchLanes } from '@writ/lanes';
import { newId } from '@writ/service-kit';
import { openTestDatabase } from '@writ/test-kit/database';
import { notificationRemovals } from './notification-removals.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 4 });
});
afterAll(() => db.close());

const dayMs = 86_400_000;
const ageMs = 30 * dayMs;
let projectId: string;
beforeEach(() => {
  projectId = newId();
});

function idOfDaysAgo(days: number): string {
  const time = Math.trunc(Date.now() - days * dayMs)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`;
}

/** So many days old, with a delivery in each state, tried once. */
async function eventOf(days: number, ...states: readonly string[]): Promise<string> {
  const eventId = idOfDaysAgo(days);
  await db.pool.query(
    `INSERT INTO event (project_id, id, source, event_id, type, time, body)
     VALUES ($1::uuid, $2::uuid, 's', $2::text, 'write.async.done', now(), '{}')`,
    [projectId, eventId],
  );
  for (const status of states) {
    const id = idOfDaysAgo(days);
    await db.pool.query(
      `INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status, due_at, update_time)
       VALUES ($1, $2, $3, 'write.async.done', $4, $5, CASE WHEN $5 = 'pending' THEN now() END, now() - $6 * interval '1 day')`,
      [projectId, id, eventId, newId(), status, days],
    );
    await db.pool.query(
      `INSERT INTO delivery_attempt (project_id, delivery_id, attempt, at, outcome, duration_ms)
       VALUES ($1, $2, 1, now(), 'failed', 1)`,
      [projectId, id],
    );
  }
  return eventId;
}

const counts = async () => {
  const of = async (table: string) =>
    (await db.pool.query(`SELECT FROM ${table} WHERE project_id = $1`, [projectId])).rowCount;
  return {
    events: await of('event'),
    deliveries: await of('delivery'),
    attempts: await of('delivery_attempt'),
  };
};
const removals = () => {
  const config = { DELIVERY_RETENTION_DAYS: 30, DEAD_LETTER_RETENTION_DAYS: 30 };
  const [deliveries, events] = notificationRemovals(config);
  return { deliveries: deliveries!, events: events! };
};
const remove = ({ remove, keptMs = 0 }: Removal, limit: number, afterId?: string) =>
  remove(db.prisma, { projectId, ageMs: keptMs, limit, afterId });
const removeAll = async () => {
  const { deliveries, events } = removals();
  return { deliveries: await remove(deliveries, 100), events: await remove(events, 100) };
};
const last = (removed: number) => ({ removed, lookedTo: null });

test('deliveries of every end go with their attempts, then their events', async () => {
  await eventOf(31, 'delivered', 'failed', 'held');
  await eventOf(31);
  await eventOf(29, 'delivered');
  expect(await removeAll()).toEqual({ deliveries: last(3), events: last(2) });
  expect(await counts()).toEqual({ events: 1, deliveries: 1, attempts: 1 });
});

test('an event stays as long as a delivery of it is to be sent, or was sent again of late', async () => {
  await eventOf(40, 'pending', 'delivered');
  const again = await eventOf(40, 'failed');
  await db.pool.query('UPDATE delivery SET update_time = now() WHERE event_row_id = $1', [again]);
  expect(await removeAll()).toEqual({ deliveries: last(1), events: last(0) });
  expect(await counts()).toEqual({ events: 2, deliveries: 2, attempts: 2 });
});

test('those that stay are passed once: a step looks at so many, and the next one begins behind them', async () => {
  const kept = [await eventOf(50, 'pending'), await eventOf(49, 'pending')];
  await eventOf(40, 'failed');
  const idsOf = async (table: string) =>
    (
      await db.pool.query<{ id: string }>(`SELECT id FROM ${table} WHERE project_id = $1 ORDER BY id`, [
        projectId,
      ])
    ).rows.map(({ id }) => id);
  const pass = async (removal: Removal, second: string) => {
    expect(await remove(removal, 2)).toEqual({ removed: 0, lookedTo: second });
    expect(await remove(removal, 2, second)).toEqual(last(1));
  };
  const { deliveries, events } = removals();
  await pass(deliveries, (await idsOf('delivery'))[1]!);
  await pass(events, kept[1]!);
  expect(await idsOf('event')).toEqual(kept);
});

test('dead letters go by their age', async () => {
  const message = { key: 'k', value: Buffer.from('x'), headers: {} };
  await addDeadLetters(db.pool, [
    { message: { ...message, topic: 't' }, kind: 'unreadable', reason: 'one' },
    { message: { ...message, topic: 't' }, kind: 'unreadable', reason: 'two' },
  ]);
  await db.pool.query(`UPDATE dead_letter SET create_time = now() - interval '31 days' WHERE reason = 'one'`);
  expect(await removeDeadLetters(db.prisma, { ageMs, limit: 10 })).toBe(1);
  expect(await removeDeadLetters(db.prisma, { ageMs, limit: 10 })).toBe(0);
});

test('lanes go when nobody has used them for long; those with work, and paused ones, stay', async () => {
  const [unused, due, paused, young] = [newId(), newId(), newId(), newId()];
  await touchLanes(
    db.pool,
    [unused, due, paused, young].map((id) => ({ id, projectId, kind: 'destination', name: id })),
  );
  await db.pool.query(
    `UPDATE lane SET create_time = now() - interval '31 days', next_due_at = CASE WHEN id = $2 THEN now() END,
       park_reason = CASE WHEN id = $3 THEN 'paused' END, woken_at = CASE WHEN id = $4 THEN now() END
     WHERE project_id = $1`,
    [projectId, due, paused, young],
  );
  expect(await removeUnusedLanes(db.prisma, { kind: 'destination', ageMs, limit: 10 })).toBe(1);
  const { rows } = await db.pool.query<{ id: string }>('SELECT id FROM lane WHERE project_id = $1', [
    projectId,
  ]);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([due, paused, young].toSorted());
});
