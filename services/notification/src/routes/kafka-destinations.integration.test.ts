import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { eventually, testDatabase, testKafka, testRedis, type TestDatabase } from '@writ/test-kit';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const add = (name: string, metadata: object) =>
  service.call('POST', '/destinations', { name, type: 'kafka', metadata });

test('events reach a topic, also after the destination has changed; a test reaches it at once', async () => {
  const { brokers, topic } = testKafka();
  await add('stream', { brokers, topic: await topic('one') });
  const topicId = (await service.call('POST', '/topics', { name: 'stream' })).body['id'];
  await service.call('POST', '/notification-event-topic-routes', {
    topicId,
    eventType: 'connection.created',
  });
  await service.call('POST', '/topic-destination-routes', { topicId, destinationId: 'stream' });
  const projectid = service.projects.demo.id;
  const publish = async () => {
    const id = newId();
    const data = { projectId: projectid, connectionId: 'c', provider: 'hubspot', groupRef: 'g' };
    const event = { specversion: '1.0', id, source: '/t', type: 'connection.created', projectid, data };
    await service.call('POST', '/events', { ...event, time: '2026-01-01T00:00:00Z' }, 'publish');
    await eventually(async () => {
      const { body } = await service.call('GET', '/deliveries?destinationId=stream');
      const found = (body['results'] as { eventId: string; status: string }[]).find((d) => d.eventId === id);
      expect(found).toMatchObject({ status: 'delivered' });
    });
  };
  await publish();
  const destination = { metadata: { topic: await topic('two') } };
  const changed = await service.call('PATCH', '/destinations/stream', {
    updateMask: ['metadata.topic'],
    destination,
  });
  expect(changed).toMatchObject({ status: 200, body: { metadata: { brokers, ...destination.metadata } } });
  await publish();
  expect(
    await service.call('POST', '/destinations/stream:test', { eventType: 'connection.error' }),
  ).toMatchObject({ status: 200, body: { status: 'delivered' } });
});

test('credentials are not shown, and kept when they are sent back hidden', async () => {
  const brokers = ['127.0.0.1:9'];
  const sasl = { mechanism: 'plain', username: 'ann', password: 'a-secret' };
  const hidden = { mechanism: '[hidden]', username: '[hidden]', password: '[hidden]' };
  const created = await add('private', { brokers, topic: 't', sasl });
  expect(created).toMatchObject({ status: 201, body: { metadata: { brokers, topic: 't', sasl: hidden } } });
  const changed = await service.call('PATCH', '/destinations/private', {
    updateMask: ['metadata'],
    destination: { metadata: { brokers, topic: 'u', sasl: { ...hidden, username: 'bob' } } },
  });
  expect(changed).toMatchObject({ status: 200, body: { metadata: { topic: 'u', sasl: hidden } } });
  const { rows } = await database.pool.query('SELECT metadata, sealed FROM destination');
  expect(JSON.stringify([created.body, changed.body, rows])).not.toMatch(/a-secret|ann|bob/);
});

test('all faults of the metadata are told at once, without a credential', async () => {
  const answer = await add('a/b', {
    brokers: ['no port', '10.0.0.1:9092', 'a.example:0', 'a.example:65536', 'a.example:65535'],
    topic: 'a b',
    keyTemplate: '{{x}}',
    sasl: { mechanism: 'gssapi', password: 'a-secret' },
    pasword: 'a-secret',
  });
  expect(answer.status).toBe(400);
  const names = (answer.body['issues'] as { name: string }[]).map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    '/metadata/brokers/0',
    '/metadata/brokers/2',
    '/metadata/brokers/3',
    '/metadata/keyTemplate',
    '/metadata/pasword',
    '/metadata/sasl/mechanism',
    '/metadata/sasl/username',
    '/metadata/topic',
    '/name',
  ]);
  expect(JSON.stringify(answer.body)).not.toContain('a-secret');
});
