import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  CreateStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  KinesisClient,
} from '@aws-sdk/client-kinesis';
import { newId } from '@writ/db';
import { startAws, type LocalAws } from '@writ/local-servers';
import { eventually, testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import { Agent } from 'undici';
import { guardedHandler } from '../destination-kinds/aws/guarded-handler.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
let aws: LocalAws;
let client: KinesisClient;
const agent = new Agent();
const region = 'eu-central-1';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret' };
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  aws = await startAws();
  const { handler } = guardedHandler(agent, { readsSuccess: true });
  client = new KinesisClient({
    region,
    credentials: { ...credentials },
    endpoint: aws.url,
    requestHandler: handler,
  });
});
afterAll(async () => {
  await agent.close();
  await aws.close();
  await service.close();
  await database.drop();
});

const add = (name: string, metadata: object) =>
  service.call('POST', '/destinations', { name, type: 'kinesis', metadata });

async function readStream(StreamName: string): Promise<{ key: string; event: { id: string } }[]> {
  const { ShardIterator } = await client.send(
    new GetShardIteratorCommand({
      StreamName,
      ShardId: 'shardId-000000000000',
      ShardIteratorType: 'TRIM_HORIZON',
    }),
  );
  const { Records = [] } = await client.send(new GetRecordsCommand({ ShardIterator }));
  return Records.map(({ PartitionKey = '', Data }) => ({
    key: PartitionKey,
    event: JSON.parse(Buffer.from(Data ?? []).toString()) as { id: string },
  }));
}

test('many events reach a stream, each under its key; a test reaches it at once', async () => {
  await client.send(new CreateStreamCommand({ StreamName: 'events', ShardCount: 1 }));
  await add('stream', {
    streamName: 'events',
    region,
    endpointUrl: aws.url,
    credentials,
    partitionKeyTemplate: '{{data.connectionId}}',
  });
  const eventTypes = ['connection.created'];
  await service.call('POST', '/topics', { name: 'stream', eventTypes, destinationIds: ['stream'] });
  const projectid = service.projects.demo.id;
  const events = Array.from({ length: 100 }, (_, index) => ({
    specversion: '1.0',
    id: newId(),
    source: '/t',
    type: 'connection.created',
    time: '2026-01-01T00:00:00Z',
    projectid,
    data: { projectId: projectid, connectionId: `c${index}`, provider: 'hubspot', groupRef: 'g' },
  }));
  await service.call('POST', '/events', events, 'publish');
  await eventually(async () => {
    const { rows } = await database.pool.query(`SELECT FROM delivery WHERE status = 'delivered'`);
    expect(rows).toHaveLength(events.length);
  });
  const told = (await readStream('events')).map(({ key, event }) => `${key} ${event.id}`);
  expect(told.toSorted()).toEqual(events.map(({ id, data }) => `${data.connectionId} ${id}`).toSorted());
  expect(
    await service.call('POST', '/destinations/stream:test', { eventType: 'connection.error' }),
  ).toMatchObject({ status: 200, body: { status: 'delivered', httpStatus: 200 } });
});

test('a stream that does not exist is told in words, and nothing of what an inner address answers', async () => {
  await add('missing', { streamName: 'missing', region, endpointUrl: aws.url, credentials });
  const { body } = await service.call('POST', '/destinations/missing:test', {
    eventType: 'connection.error',
  });
  expect(body).toMatchObject({
    status: 'failed',
    httpStatus: 400,
    error: 'Kinesis answered 400 `ResourceNotFoundException`: the stream does not exist.',
  });
  expect(body).not.toHaveProperty('responseExcerpt');
});

test('credentials are not shown, and kept when they are sent back hidden', async () => {
  const metadata = { streamName: 's', region, endpointUrl: aws.url };
  const hidden = { accessKeyId: '[hidden]', secretAccessKey: '[hidden]' };
  const created = await add('private', { ...metadata, credentials });
  expect(created).toMatchObject({ status: 201, body: { metadata: { ...metadata, credentials: hidden } } });
  const changed = await service.call('PATCH', '/destinations/private', {
    updateMask: ['metadata'],
    destination: { metadata: { ...metadata, streamName: 'u', credentials: hidden } },
  });
  expect(changed).toMatchObject({
    status: 200,
    body: { metadata: { streamName: 'u', credentials: hidden } },
  });
  const renamed = await service.call('PATCH', '/destinations/private', {
    updateMask: ['metadata.partitionKeyTemplate'],
    destination: { metadata: { partitionKeyTemplate: '{{id}}' } },
  });
  expect(renamed).toMatchObject({ status: 200, body: { metadata: { partitionKeyTemplate: '{{id}}' } } });
  const { rows } = await database.pool.query('SELECT metadata, sealed FROM destination');
  expect(JSON.stringify([created.body, changed.body, rows])).not.toMatch(/a-secret|AKIDEXAMPLE/);
});

test('all faults of the metadata are told at once, without a credential', async () => {
  const answer = await add('a/b', {
    streamName: 'a b',
    region: 'x.evil.test/',
    endpointUrl: 'http://127.0.0.1/?a',
    credentials: { accessKeyId: 1, sessionToken: 'a-secret' },
    partitionKeyTemplate: '{{x}}',
    secretKey: 'a-secret',
  });
  expect(answer.status).toBe(400);
  const names = (answer.body['issues'] as { name: string }[]).map(({ name }) => name);
  expect(names.toSorted()).toEqual([
    '/metadata/credentials/accessKeyId',
    '/metadata/credentials/secretAccessKey',
    '/metadata/endpointUrl',
    '/metadata/partitionKeyTemplate',
    '/metadata/region',
    '/metadata/secretKey',
    '/metadata/streamName',
    '/name',
  ]);
  expect(JSON.stringify(answer.body)).not.toContain('a-secret');
});
