import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { DeliveryQuery } from '@writ/contracts';
import { newId, timeOfId, type Database } from '@writ/db';
import { openTestDatabase } from '@writ/test-kit/database';
import { listEvents } from '../events/list-events.ts';
import { listDeliveries } from './list-deliveries.ts';

let db: Database;
beforeAll(async () => {
  db = await openTestDatabase({ maxConnections: 2 });
});
afterAll(() => db.close());

let projectId: string;
beforeEach(() => {
  projectId = newId();
});

/** One event, a destination for each state; returns ids, newest first. */
async function deliveriesIn(...states: readonly string[]): Promise<string[]> {
  const eventId = newId();
  await db.pool.query(
    `INSERT INTO event (project_id, id, source, event_id, type, time, body)
     VALUES ($1::uuid, $2::uuid, 's', $2::text, 'write.async.done', now(), '{}')`,
    [projectId, eventId],
  );
  const ids = states.map(() => newId());
  await db.pool.query(
    `INSERT INTO delivery (project_id, id, event_row_id, event_type, destination_id, status)
     SELECT $1, id, $2, 'write.async.done', id, status FROM unnest($3::uuid[], $4::text[]) AS given (id, status)`,
    [projectId, eventId, ids, states],
  );
  return ids.toReversed();
}

async function allPages(query: Omit<DeliveryQuery, 'pageToken'>, mostLookedAt: number): Promise<string[][]> {
  const pages: string[][] = [];
  for (let beforeId: string | undefined; ;) {
    const page = await listDeliveries(db.prisma, projectId, { ...query, beforeId }, mostLookedAt);
    pages.push(page.results.map(({ id }) => id));
    if (page.next === undefined) return pages;
    beforeId = page.next;
  }
}

test('a page looks at a bounded number of deliveries, and says that more follow', async () => {
  const ids = await deliveriesIn('delivered', 'delivered', 'delivered', 'delivered', 'delivered');
  const [, second = '', , , last = ''] = ids;
  expect(await allPages({ destinationId: last }, 2)).toEqual([[], [], [last]]);
  expect(await allPages({ destinationId: second }, 2)).toEqual([[second], [], []]);
  expect(await allPages({ pageSize: 3 }, 10)).toEqual([ids.slice(0, 3), ids.slice(3)]);
});

test('a page that stopped before it was full says how far it has looked; one that is full, or the last, does not', async () => {
  const [, second = '', , , last = ''] = await deliveriesIn(...Array<string>(5).fill('delivered'));
  const look = async (query: DeliveryQuery) =>
    (await listDeliveries(db.prisma, projectId, query, 2)).lookedBackTo;
  expect(await look({ destinationId: last })).toEqual(timeOfId(second));
  expect(await look({ pageSize: 1 })).toBeUndefined();
  expect((await listDeliveries(db.prisma, projectId, {}, 10)).lookedBackTo).toBeUndefined();
});

test('a page of events says alike how far it has looked', async () => {
  await deliveriesIn('delivered');
  await deliveriesIn('delivered');
  const { results: events } = await listEvents(db.prisma, projectId, {});
  expect(events).toHaveLength(2);
  const page = await listEvents(db.prisma, projectId, { eventType: 'connection.error' }, 1);
  const newest = events[0]?.id ?? '';
  expect(page).toEqual({ results: [], next: newest, lookedBackTo: timeOfId(newest) });
});

test('what failed or is held is found without a look at what was delivered', async () => {
  const [held, , failed, , , again] = await deliveriesIn(
    ...['failed', 'delivered', 'delivered', 'failed', 'delivered', 'held'],
  );
  expect(await allPages({ status: 'failed' }, 4)).toEqual([[failed, again]]);
  expect(await allPages({ status: 'held' }, 4)).toEqual([[held]]);
});
