import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { createClosing } from '@writ/service-kit';
import {
  behindRow,
  eventually,
  startReceiver,
  testDatabase,
  testRedis,
  type TestDatabase,
} from '@writ/test-kit';
import { Webhook } from 'standardwebhooks';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
let closing = createClosing();
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification(
    { databaseUrl: database.url, redis: testRedis() },
    {
      environment: { DESTINATION_DISABLE_FAILURES: '3', DESTINATION_DISABLE_FAILURES_HOURS: '0' },
      // The test ends a hanging receiver.
      attemptLimitMs: 3_600_000,
    },
  );
});
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

type Attempt = {
  attempt: number;
  status: string;
  httpStatus?: number;
  responseExcerpt?: string;
  error?: string;
};
type Delivery = {
  id: string;
  status: string;
  attemptCount: number;
  attempts: Attempt[];
  nextAttempt?: string;
};

/** A receiver, and a new destination for `connection.created`. */
async function startDestination(name: string) {
  const receiver = closing.add(await startReceiver(), (r) => r.close());
  const metadata = { url: `${receiver.url}/hook` };
  await service.call('POST', '/destinations', { name, type: 'webhook', metadata });
  const topicId = (await service.call('POST', '/topics', { name })).body['id'];
  await service.call('POST', '/notification-event-topic-routes', {
    topicId,
    eventType: 'connection.created',
  });
  await service.call('POST', '/topic-destination-routes', { topicId, destinationId: name });
  // No later events for this destination.
  closing.add(topicId, (id) => service.call('DELETE', `/topics/${String(id)}`));
  const { body } = await service.call('GET', `/destinations/${name}?includeSecrets=true`);
  return { receiver, key: (body['secrets'] as { webhookSigningKey: string }).webhookSigningKey };
}

async function publish(count = 1): Promise<string[]> {
  const projectid = service.projects.demo.id;
  const data = { projectId: projectid, connectionId: 'c', provider: 'hubspot', groupRef: 'g' };
  const time = '2026-01-01T00:00:00Z';
  const events = Array.from({ length: count }, () => ({
    specversion: '1.0',
    id: newId(),
    source: '/t',
    type: 'connection.created',
    time,
    projectid,
    data,
  }));
  await service.call('POST', '/events', events, 'publish');
  return events.map(({ id }) => id);
}

const listOf = async (name: string) => {
  const { body } = await service.call('GET', `/deliveries?destinationId=${name}`);
  return body['results'] as Delivery[];
};
const detailOf = async (id: string) =>
  (await service.call('GET', `/deliveries/${id}`)).body as unknown as Delivery;

/** The only delivery, once in this status. */
const settled = (name: string, status: string) =>
  eventually(async () => {
    const [delivery] = await listOf(name);
    expect(delivery?.status).toBe(status);
    return detailOf(delivery!.id);
  });

const destinationStatus = async (name: string) =>
  (await service.call('GET', `/destinations/${name}`)).body['status'];

test('an event is delivered, signed so that the official verifier accepts it', async () => {
  const { receiver, key } = await startDestination('signed');
  const [eventId] = await publish();
  const delivery = await settled('signed', 'delivered');
  expect(receiver.received).toHaveLength(1);
  const { rawBody, headers } = receiver.received[0]!;
  const body = new Webhook(key).verify(rawBody.toString(), headers as Record<string, string>);
  expect(body).toMatchObject({
    notificationType: 'connection.created',
    id: eventId,
    data: { provider: 'hubspot' },
  });
  expect(headers['webhook-id']).toBe(`msg_${delivery.id}`);
  expect(delivery).toMatchObject({
    eventId,
    attemptCount: 1,
    attempts: [{ attempt: 1, status: 'delivered', httpStatus: 200 }],
  });
});

test('failed attempts are kept, and repeated with the same id and bytes until one succeeds', async () => {
  const { receiver } = await startDestination('flaky');
  receiver.answerNext({ status: 500, body: 'oh no' }, { status: 503 });
  await publish();
  const delivery = await settled('flaky', 'delivered');
  expect(delivery.attempts).toMatchObject([
    { attempt: 1, status: 'failed', httpStatus: 500, responseExcerpt: 'oh no', error: expect.any(String) },
    { attempt: 2, status: 'failed', httpStatus: 503 },
    { attempt: 3, status: 'delivered', httpStatus: 200 },
  ]);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
});

test('a destination whose attempts all fail is disabled once, and what waits for it is held', async () => {
  const { receiver } = await startDestination('broken');
  await publish();
  await settled('broken', 'delivered');
  const stands = async () => (await service.call('GET', '/destinations/broken')).body;
  expect(await stands()).toMatchObject({ lastSuccess: expect.any(String) });
  expect(await stands()).not.toHaveProperty('failing');
  receiver.answerAlways({ status: 500 });
  await publish();
  await eventually(async () => expect(await destinationStatus('broken')).toBe('disabled'));
  expect(await stands()).toMatchObject({ failing: { since: expect.any(String), failuresInRow: 3 } });
  expect(await settled('broken', 'failed')).toMatchObject({ attemptCount: 3 });
  await publish();
  expect(await settled('broken', 'held')).toMatchObject({ attemptCount: 0 });
  const told = async () =>
    database.pool.query(
      `SELECT 1 FROM event WHERE type = 'destination.webhook.disabled' AND body LIKE '%broken%'`,
    );
  await eventually(async () => expect((await told()).rowCount).toBe(1));
});

test('what was held is sent by a replay after the destination is enabled', async () => {
  const { receiver } = await startDestination('returning');
  await service.call('POST', '/destinations/returning:disable');
  await publish(3);
  expect(await settled('returning', 'held')).toMatchObject({ attempts: [] });
  const replays = () =>
    service.call('POST', '/destinations/returning:replay', { since: '2026-01-01T00:00:00Z' });
  expect(await replays()).toMatchObject({ status: 409, body: { detail: expect.stringMatching(/by hand/) } });
  await service.call('POST', '/destinations/returning:enable');
  const replay = await replays();
  expect(replay).toMatchObject({ status: 202, body: { count: 3 } });
  await receiver.waitForCount(3);
  await eventually(async () =>
    expect((await listOf('returning')).map(({ status }) => status)).toEqual(Array(3).fill('delivered')),
  );
});

test('410 disables the destination at once', async () => {
  const { receiver } = await startDestination('gone');
  receiver.answerAlways({ status: 410 });
  await publish();
  expect(await settled('gone', 'held')).toMatchObject({ attempts: [{ httpStatus: 410 }] });
  expect(await destinationStatus('gone')).toBe('disabled');
  expect(receiver.received).toHaveLength(1);
});

test('a redirect is a failure and is not followed', async () => {
  const { receiver } = await startDestination('redirecting');
  receiver.answerNext({ status: 307, headers: { location: `${receiver.url}/elsewhere` } });
  await publish();
  expect(await settled('redirecting', 'delivered')).toMatchObject({ attempts: [{ httpStatus: 307 }, {}] });
  expect(receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook']);
});

test('a redelivery keeps the id, and its attempt is added to the others', async () => {
  const { receiver } = await startDestination('again');
  await publish();
  const { id } = await settled('again', 'delivered');
  const answer = await service.call('POST', `/deliveries/${id}:redeliver`);
  expect(answer).toMatchObject({ status: 200, body: { id } });
  await receiver.waitForCount(2);
  await eventually(async () => expect((await detailOf(id)).attempts).toHaveLength(2));
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([`msg_${id}`, `msg_${id}`]);
});

test('a delivery to a destination that is disabled is not sent again, and the refusal says so', async () => {
  await startDestination('stopped');
  await publish();
  const { id } = await settled('stopped', 'delivered');
  await service.call('POST', '/destinations/stopped:disable');
  expect(await service.call('POST', `/deliveries/${id}:redeliver`)).toMatchObject({
    status: 409,
    body: {
      type: expect.stringMatching(/destination-disabled$/),
      detail: expect.stringContaining('by hand'),
    },
  });
  expect(await detailOf(id)).toMatchObject({ status: 'delivered' });
});

test('a delivery to a destination that is disabled at the same moment is not sent again', async () => {
  await startDestination('stopping');
  await publish();
  const { id } = await settled('stopping', 'delivered');
  const destinationId = String((await service.call('GET', '/destinations/stopping')).body['id']);
  const answers = await behindRow(database.pool, { table: 'destination', id: destinationId }, [
    () => service.call('POST', '/destinations/stopping:disable'),
    () => service.call('POST', `/deliveries/${id}:redeliver`),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  expect(await detailOf(id)).toMatchObject({ status: 'delivered' });
});

test('a delivery to a destination that was deleted is not sent again', async () => {
  await startDestination('leaving');
  await publish();
  const { id } = await settled('leaving', 'delivered');
  const destinationId = String((await service.call('GET', '/destinations/leaving')).body['id']);
  await service.call('DELETE', '/destinations/leaving');
  expect(await service.call('POST', `/deliveries/${id}:redeliver`)).toMatchObject({
    status: 404,
    body: { detail: expect.stringContaining('deleted') },
  });
  expect(await detailOf(id)).toMatchObject({ status: 'delivered' });
  // Without a name, its id finds its deliveries.
  const found = await service.call('GET', `/deliveries?destinationId=${destinationId}`);
  expect(found.body).toMatchObject({ results: [{ id }] });
});

test('a destination that hangs delays no other', async () => {
  const [slow, quick] = [await startDestination('hanging'), await startDestination('quick')];
  slow.receiver.answerAlways('hang');
  await publish(40);
  await quick.receiver.waitForCount(40);
  await eventually(async () =>
    expect((await listOf('quick')).every(({ status }) => status === 'delivered')).toBe(true),
  );
  const hanging = (await listOf('hanging')).map(({ status }) => status);
  expect(hanging).toHaveLength(40);
  expect(hanging).not.toContain('delivered');
  await service.call('DELETE', '/destinations/hanging');
  expect((await service.call('GET', '/destinations/hanging')).status).toBe(404);
});

test('the list of deliveries is filtered and given in pages', async () => {
  await startDestination('paged');
  const ids = await publish(5);
  await eventually(async () =>
    expect((await listOf('paged')).filter(({ status }) => status === 'delivered')).toHaveLength(5),
  );
  const seen: unknown[] = [];
  let token = '';
  for (;;) {
    const path = `/deliveries?destinationId=paged&status=delivered&pageSize=2${token}`;
    const { body } = await service.call('GET', path, undefined, 'read');
    seen.push(...(body['results'] as { eventId: string }[]).map(({ eventId }) => eventId));
    const { done, nextPageToken } = body['pagination'] as { done: boolean; nextPageToken?: string };
    if (done) break;
    token = `&pageToken=${nextPageToken ?? ''}`;
  }
  expect(seen.toSorted()).toEqual(ids.toSorted());
  expect((await service.call('GET', '/deliveries?pageToken=x&status=lost')).status).toBe(400);
  const foreign = await service.call('GET', '/deliveries', undefined, 'foreign');
  expect(foreign.body).toEqual({ results: [], pagination: { done: true } });
  const none = await service.call('GET', '/deliveries?destinationId=paged&until=2026-01-01T00:00:00Z');
  expect(none.body['results']).toEqual([]);
  expect((await service.call('GET', `/deliveries/${newId()}`)).status).toBe(404);
  expect((await service.call('POST', '/deliveries/x:redeliver')).status).toBe(404);
});
