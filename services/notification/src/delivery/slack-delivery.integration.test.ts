import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { eventually, testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';
import { startSlack } from '../testing/start-slack.ts';

let database: TestDatabase;
let service: TestNotification;
let slack: Awaited<ReturnType<typeof startSlack>>;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  slack = await startSlack();
});
afterAll(async () => {
  await slack.close();
  await service.close();
  await database.drop();
});

const call = (...given: Parameters<TestNotification['call']>) => service.call(...given);
const secret = '/services/T0/B0/secret';

async function addChannel(name: string): Promise<void> {
  const metadata = { url: `${slack.url}${secret}`, template: '{{data.connectionId}}' };
  await call('POST', '/destinations', { name, type: 'slack', metadata });
  const topicId = (await call('POST', '/topics', { name })).body['id'];
  await call('POST', '/notification-event-topic-routes', { topicId, eventType: 'connection.created' });
  await call('POST', '/topic-destination-routes', { topicId, destinationId: name });
}

async function publish(connectionIds: readonly string[]): Promise<void> {
  const projectid = service.projects.demo.id;
  const events = connectionIds.map((connectionId) => ({
    specversion: '1.0',
    id: newId(),
    source: '/t',
    type: 'connection.created',
    time: '2026-01-01T00:00:00Z',
    projectid,
    data: { projectId: projectid, connectionId, provider: 'hubspot', groupRef: 'g' },
  }));
  await call('POST', '/events', events, 'publish');
}

test('messages of a channel go one by one, as fast as Slack takes them, and its webhook is never shown', async () => {
  await addChannel('team');
  const ids = ['a', 'b', 'c', 'd'];
  await publish(ids);
  await eventually(() => expect(slack.posted.toSorted()).toEqual(ids));
  // None was refused for being early.
  expect(slack.received).toHaveLength(ids.length);

  const before = await call('GET', '/destinations/team?includeSecrets=true');
  expect(before.body['metadata']).toEqual({ url: '[hidden]', template: '{{data.connectionId}}' });
  expect(before.body).not.toHaveProperty('secrets');
  const { rows } = await database.pool.query('SELECT metadata, sealed FROM destination');
  expect(JSON.stringify(rows)).not.toContain('secret');
});

test('what is answered may be sent back, member by member; a test says it', async () => {
  await addChannel('changing');
  const change = (updateMask: string[], metadata: object) =>
    call('PATCH', '/destinations/changing', { updateMask, destination: { metadata } });
  expect(await change(['metadata.template'], { template: 'a {{b}}' })).toMatchObject({
    status: 400,
    body: {
      issues: [{ name: '/destination/metadata/template', detail: expect.stringContaining('character 3') }],
    },
  });
  expect(await change(['metadata.url'], { url: 'ftp://x' })).toMatchObject({ status: 400 });
  expect(await change(['metadata'], { url: '[hidden]', template: 'new' })).toMatchObject({
    status: 200,
    body: { metadata: { url: '[hidden]', template: 'new' } },
  });
  slack.answerNext({ status: 200, body: 'ok' });
  const tested = await call('POST', '/destinations/changing:test', { eventType: 'connection.error' });
  expect(tested).toMatchObject({ status: 200, body: { status: 'delivered', httpStatus: 200 } });
  expect(slack.received.at(-1)).toMatchObject({ path: secret });
  expect(slack.received.at(-1)?.json()).toMatchObject({ text: 'new' });
});

test('a channel that is archived is disabled, which is told without its webhook', async () => {
  await addChannel('archived');
  slack.answerAlways({ status: 410, body: 'channel_is_archived' });
  await publish(['z']);
  await eventually(async () => {
    const { body } = await call('GET', '/destinations/archived');
    expect(body).toMatchObject({
      status: 'disabled',
      disabledReason: expect.stringContaining('no more deliveries'),
    });
  });
  const told = await eventually(async () => {
    const { rows } = await database.pool.query<{ body: string }>(
      "SELECT body FROM event WHERE type = 'destination.webhook.disabled' AND body LIKE '%\"archived\"%'",
    );
    expect(rows).toHaveLength(1);
    return rows[0]!.body;
  });
  expect(JSON.parse(told)).toMatchObject({ data: { destinationName: 'archived', url: '[hidden]' } });
  expect(told).not.toContain('secret');
});
