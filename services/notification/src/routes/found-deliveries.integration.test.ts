import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import {
  eventually,
  startReceiver,
  testDatabase,
  testRedis,
  type Receiver,
  type TestDatabase,
} from '@writ/test-kit';
import { listDeliveries } from '../deliveries/list-deliveries.ts';
import type { DeliveriesAsked } from '../deliveries/reach.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
let receiver: Receiver;
let destinationId: string;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  receiver = await startReceiver();
  const metadata = { url: `${receiver.url}/hook`, headers: { 'X-Secret': 'quiet' } };
  const { body } = await service.call('POST', '/destinations', { name: 'd', type: 'webhook', metadata });
  destinationId = String(body['id']);
  const routes = { eventTypes: ['write.async.done', 'connection.error'], destinationIds: ['d'] };
  await service.call('POST', '/topics', { name: 't', ...routes });
});
afterAll(async () => {
  await receiver.close();
  await service.close();
  await database.drop();
});

const aWrite = (facts: { installationId: string; operationId?: string }, id: string = newId()) => {
  const projectId = service.projects.demo.id;
  const data = {
    projectId,
    provider: 'hubspot',
    integrationId: 'i',
    integrationName: 'i',
    groupRef: 'g',
    objectName: 'contacts',
    success: true,
    successfulRecordIds: [],
    errors: [],
    ...facts,
  };
  const time = '2026-01-01T00:00:00Z';
  return { specversion: '1.0', id, source: '/t', type: 'write.async.done', time, data };
};
const publish = async (...events: object[]) =>
  expect((await service.call('POST', '/events', events)).status).toBe(202);

type Listed = { id: string; eventId: string; status: string };
async function listed(query: string): Promise<Listed[]> {
  const { status, body } = await service.call('GET', `/deliveries?${query}`);
  expect(status).toBe(200);
  return body['results'] as Listed[];
}
const eventIds = async (query: string) => (await listed(query)).map(({ eventId }) => eventId);

test('deliveries are found by event, operation and installation', async () => {
  const [installationId, operationId, other] = [newId(), newId(), newId()];
  const events = [
    aWrite({ installationId, operationId }),
    aWrite({ installationId }),
    aWrite({ installationId: other }),
  ];
  for (const event of events) await publish(event);
  const [first, second, third] = events.map(({ id }) => id);
  expect(await eventIds(`eventId=${second}`)).toEqual([second]);
  expect(await eventIds(`operationId=${operationId}`)).toEqual([first]);
  expect(await eventIds(`operationId=${operationId.toUpperCase()}`)).toEqual([first]);
  expect(new Set(await eventIds(`installationId=${installationId}`))).toEqual(new Set([first, second]));
  expect(await eventIds(`installationId=${other}&eventId=${third}`)).toEqual([third]);
  expect(await eventIds(`installationId=${other}&eventId=${first}`)).toEqual([]);
  for (const name of ['eventId', 'operationId', 'installationId', 'destinationId', 'topicId', 'taskId'])
    for (const nothing of ['nobody', newId()]) expect(await eventIds(`${name}=${nothing}`)).toEqual([]);
});

test('an id that is no id of ours keeps nobody from being told, and finds nothing', async () => {
  const event = aWrite({ installationId: 'their own', operationId: 'x' }, newId().toUpperCase());
  await publish(event);
  expect(await eventIds(`eventId=${event.id}`)).toEqual([event.id]);
  expect(await eventIds('installationId=their%20own')).toEqual([]);
});

test('deliveries are found by what an attempt was answered', async () => {
  // The next answer is for the next one only.
  await eventually(async () => expect(await listed('status=pending')).toEqual([]));
  const [refused, taken] = [aWrite({ installationId: newId() }), aWrite({ installationId: newId() })];
  receiver.answerNext({ status: 503 });
  await publish(refused);
  await eventually(async () => {
    const [delivery] = await listed(`eventId=${refused.id}`);
    if (delivery?.status !== 'delivered') throw new Error('not yet');
  });
  await publish(taken);
  await eventually(async () => {
    const found = await eventIds('httpStatus=200');
    if (!found.includes(taken.id)) throw new Error('not yet');
    expect(found).toContain(refused.id);
  });
  expect(await eventIds('httpStatus=503')).toEqual([refused.id]);
  expect(await eventIds(`httpStatus=503&eventId=${taken.id}`)).toEqual([]);
});

test('a delivery shows the very request, secrets hidden, and what was answered', async () => {
  const event = aWrite({ installationId: newId() });
  await publish(event);
  const found = await eventually(async () => {
    const [delivery] = await listed(`eventId=${event.id}&status=delivered`);
    if (!delivery) throw new Error('not yet');
    return delivery;
  });
  const sent = receiver.received.find(({ headers }) => headers['webhook-id'] === `msg_${found.id}`)!;
  const { body } = await service.call('GET', `/deliveries/${found.id}`);
  const { headers, ...request } = body['request'] as { headers: Record<string, string> };
  expect(request).toEqual({ method: 'POST', url: `${receiver.url}/hook`, body: String(sent.rawBody) });
  const masked = ['x-secret', 'webhook-signature', 'svix-signature', 'webhook-timestamp', 'svix-timestamp'];
  for (const [name, value] of Object.entries(headers))
    expect([name, value]).toEqual([
      name,
      masked.includes(name.toLowerCase()) ? '[hidden]' : sent.headers[name],
    ]);
  expect(Object.keys(headers).map((name) => name.toLowerCase())).toEqual(expect.arrayContaining(masked));
  expect(body['attempts']).toMatchObject([{ attempt: 1, httpStatus: 200, status: 'delivered' }]);
});

test('however much tells of one thing, a page looks at a bound of it, and all pages have each once', async () => {
  const installationId = newId();
  const events = Array.from({ length: 25 }, () => aWrite({ installationId }));
  await publish(...events);
  await database.pool.query(
    `INSERT INTO delivery_attempt (project_id, delivery_id, attempt, at, outcome, http_status, duration_ms)
     SELECT d.project_id, d.id, 90 + n, now(), 'failed', 599, 1 FROM delivery AS d, generate_series(1, 2) AS n
     WHERE event_row_id IN (SELECT id FROM event WHERE installation_id = $1)`,
    [installationId],
  );
  const { projects, database: db } = service;
  const all = async (query: DeliveriesAsked): Promise<string[]> => {
    const page = await listDeliveries(db.prisma, projects.demo.id, query, 4);
    const ids = page.results.map(({ eventId }) => eventId);
    return page.next === undefined ? ids : [...ids, ...(await all({ ...query, beforeId: page.next }))];
  };
  for (const query of [
    { installationId },
    { httpStatus: 599 },
    { installationId, destinationId, pageSize: 3 },
  ]) {
    const ids = await all(query);
    expect(ids.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
  }
  const before = { httpStatus: 599, until: '2026-01-01T00:00:00Z' };
  expect(await listDeliveries(db.prisma, projects.demo.id, before, 4)).toEqual({ results: [] });
});
