import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, type Prisma } from '@writ/db';
import {
  eventually,
  startReceiver,
  testDatabase,
  testRedis,
  type Receiver,
  type TestDatabase,
} from '@writ/test-kit';
import { listEvents } from '../events/list-events.ts';
import { notificationRemovals } from '../retention/notification-removals.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
let receiver: Receiver;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await service.close();
  await database.drop();
});

type Event = {
  id: string;
  eventId: string;
  time: string;
  payload: { time: string };
  reached: boolean;
  deliveries: { status: string }[];
  reason?: string;
};
const call: TestNotification['call'] = (...given) => service.call(...given);
const listed = async (query = '') => (await call('GET', `/events?${query}`)).body['results'] as Event[];
const detail = async (id: string) => (await call('GET', `/events/${id}`)).body as unknown as Event;

async function published(type: string, facts: object = {}, time = '2026-01-01T00:00:00Z'): Promise<Event> {
  const projectId = service.projects.demo.id;
  const data = { projectId, connectionId: 'c', provider: 'hubspot', groupRef: 'g', errors: [], ...facts };
  const event = { specversion: '1.0', id: newId(), source: '/t', type, time, data };
  expect((await call('POST', '/events', event)).status).toBe(202);
  return (await listed()).find(({ eventId }) => eventId === event.id)!;
}
const routed = async (eventType: string) => {
  const destination = { name: newId().replace(/^/, 'd'), type: 'webhook', metadata: { url: receiver.url } };
  const { body } = await call('POST', '/destinations', destination);
  const routes = { eventTypes: [eventType], destinationIds: [body['id']] };
  return call('POST', '/topics', { name: `t${newId()}`, ...routes });
};

test('an event that reached nobody says why, and is sent once, however often it is replayed, when a topic leads somewhere', async () => {
  const { id } = await published('connection.created');
  expect(await detail(id)).toMatchObject({
    reached: false,
    topics: [],
    deliveries: [],
    reason: 'No topic routes this type.',
    payload: { notificationType: 'connection.created', data: { connectionId: 'c' } },
  });
  expect((await call('POST', `/events/${id}:replay`)).body).toEqual({ count: 0 });
  await call('POST', '/topics', { name: 'nowhere', eventTypes: ['connection.created'] });
  expect((await detail(id)).reason).toMatch(/^When it arrived/);
  await routed('connection.created');
  expect((await detail(id)).deliveries).toEqual([]);
  const replays = await Promise.all([1, 2, 3].map(() => call('POST', `/events/${id}:replay`)));
  expect(replays.map(({ status }) => status)).toEqual([202, 202, 202]);
  expect(replays.map(({ body }) => body['count']).toSorted()).toEqual([0, 0, 1]);
  await routed('connection.created');
  expect((await call('POST', `/events/${id}:replay`)).body).toEqual({ count: 0 });
  await eventually(async () => {
    const { deliveries, reached, reason } = await detail(id);
    expect([reached, reason, deliveries.map(({ status }) => status)]).toEqual([
      true,
      undefined,
      ['delivered'],
    ]);
  });
  expect(receiver.received).toHaveLength(1);
});

test('an event that a process of the release before stored for nobody says so, and is sent by a replay', async () => {
  const { id } = await published('connection.deleted');
  await database.pool.query('UPDATE event SET unrouted = false WHERE id = $1', [id]);
  expect(await detail(id)).toMatchObject({ reached: false, reason: 'No topic routes this type.' });
  await routed('connection.deleted');
  const replays = await Promise.all([1, 2].map(() => call('POST', `/events/${id}:replay`)));
  expect(replays.map(({ body }) => body['count']).toSorted()).toEqual([0, 1]);
  expect(await detail(id)).toMatchObject({ reached: true });
});

test('an event whose deliveries have been removed says so, and is not sent anew', async () => {
  await routed('connection.updated');
  const { id } = await published('connection.updated');
  await eventually(async () =>
    expect((await detail(id)).deliveries).toMatchObject([{ status: 'delivered' }]),
  );
  // Older than the limit for unrouted events, but too young for retention.
  const ms = (Date.now() - 8 * 86_400_000).toString(16).padStart(12, '0');
  const old = `${ms.slice(0, 8)}-${ms.slice(8)}${id.slice(13)}`;
  await database.pool.query('DELETE FROM delivery WHERE event_row_id = $1', [id]);
  await database.pool.query('UPDATE event SET id = $2 WHERE id = $1', [id, old]);
  expect(await detail(old)).toMatchObject({
    reached: true,
    deliveries: [],
    reason: 'It reached a destination; its deliveries have been removed after their retention time.',
  });
  expect((await call('POST', `/events/${old}:replay`)).body).toEqual({ count: 0 });
  await database.pool.query('UPDATE event SET unrouted = true WHERE id = $1', [old]);
  expect((await call('POST', `/events/${old}:replay`)).body).toEqual({ count: 1 });
});

test('events are listed newest first, by type, by whether they reached anybody, and by pages', async () => {
  await routed('connection.updated');
  const [one, two] = [await published('connection.updated'), await published('connection.error')];
  const ids = async (query: string) => (await listed(query)).map(({ id }) => id);
  expect((await ids('')).slice(0, 2)).toEqual([two.id, one.id]);
  expect(await ids('eventType=connection.error')).toEqual([two.id]);
  expect(await ids('reached=false')).toEqual([two.id]);
  expect(await ids('reached=true')).not.toContain(two.id);
  expect(await ids('until=2026-01-01T00:00:00Z')).toEqual([]);
  const first = (await call('GET', '/events?pageSize=1')).body;
  const { nextPageToken } = first['pagination'] as { nextPageToken: string };
  expect(await ids(`pageSize=1&pageToken=${nextPageToken}`)).toEqual([one.id]);
});

test('an event tells when it happened to the microsecond, as its publisher did', async () => {
  const { id, time } = await published('connection.error', {}, '2026-01-01T01:00:00.123456+01:00');
  const { time: ofOne, payload } = await detail(id);
  expect(new Set([time, ofOne, payload.time])).toEqual(new Set(['2026-01-01T00:00:00.123456Z']));
});

test('a list reads nothing of the bodies, which may be long', async () => {
  const { id } = await published('connection.error');
  const { prisma } = service.database;
  const read: object[] = [];
  const noting = {
    $queryRaw: async (sql: Prisma.Sql) => {
      const rows = await prisma.$queryRaw<object[]>(sql);
      read.push(...rows);
      return rows;
    },
  } as unknown as typeof prisma;
  const { results: events } = await listEvents(noting, service.projects.demo.id, {
    pageSize: 1,
    beforeId: undefined,
  });
  expect(events).toMatchObject([{ id }]);
  expect(read.filter((row) => 'body' in row)).toEqual([]);
  expect(read[0]).toMatchObject({ id });
});

test('events are found by their own ids and by what they tell of', async () => {
  const installationId = newId();
  const one = await published('connection.updated', { installationId });
  const ids = async (query: string) => (await listed(query)).map(({ id }) => id);
  expect(await ids(`eventId=${one.eventId.toUpperCase()}`)).toEqual([one.id]);
  expect(await ids(`installationId=${installationId}`)).toEqual([one.id]);
  expect(await ids(`installationId=${installationId}&reached=false&eventId=${newId()}`)).toEqual([]);
  expect(await ids(`operationId=${installationId}`)).toEqual([]);
});

test('what a project has not is not found, whoever asks', async () => {
  const { id } = await published('connection.deleted');
  for (const [path, key] of [[newId()], ['no-id'], [id, 'foreign']] as const)
    for (const [method, verb] of [
      ['GET', ''],
      ['POST', ':replay'],
    ] as const)
      expect((await call(method, `/events/${path}${verb}`, undefined, key)).status).toBe(404);
  expect((await call('POST', `/events/${id}:replay`, undefined, 'read')).status).toBe(403);
});

test('an event that reached nobody is kept for a week', async () => {
  const { id } = await published('connection.refreshed');
  const old = '01900000-0000-7000-8000-000000000001';
  await database.pool.query(
    'INSERT INTO event SELECT (e).* FROM (SELECT jsonb_populate_record(e, $2) AS e FROM event AS e WHERE id = $1) AS old',
    [id, { id: old, event_id: 'old' }],
  );
  const removals = notificationRemovals({ DELIVERY_RETENTION_DAYS: 30, DEAD_LETTER_RETENTION_DAYS: 30 });
  const { remove, keptMs: ageMs = 0 } = removals.find(({ what }) => what === 'unrouted_event')!;
  const projectId = service.projects.demo.id;
  expect(await remove(service.database.prisma, { projectId, ageMs, limit: 10 })).toBe(1);
  expect((await call('GET', `/events/${old}`)).status).toBe(404);
  expect((await call('GET', `/events/${id}`)).status).toBe(200);
});
