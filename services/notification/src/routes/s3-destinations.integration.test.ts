import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { startAws, type LocalAws } from '@writ/local-servers';
import { eventually, testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import { makeBucket, readBucket } from '../testing/read-bucket.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

let database: TestDatabase;
let service: TestNotification;
let aws: LocalAws;
const region = 'us-east-1';
const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret' };
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  aws = await startAws();
});
afterAll(async () => {
  await aws.close();
  await service.close();
  await database.drop();
});

const add = (name: string, metadata: object) =>
  service.call('POST', '/destinations', { name, type: 's3', metadata });

/** The type is routed to the destination. */
async function publish(type: string, destination: string, count: number): Promise<{ id: string }[]> {
  const routes = { eventTypes: [type], destinationIds: [destination] };
  await service.call('POST', '/topics', { name: destination, ...routes });
  const projectid = service.projects.demo.id;
  const data = { projectId: projectid, connectionId: 'c', provider: 'hubspot', groupRef: 'g' };
  const time = '2026-01-01T00:00:00Z';
  const common = { specversion: '1.0', source: '/t', type, time, projectid, data };
  const events = Array.from({ length: count }, () => ({ ...common, id: newId() }));
  await service.call('POST', '/events', events, 'publish');
  return events;
}

test('events become objects of a bucket by their count and by their age, each event once; a test puts one', async () => {
  await makeBucket(aws.url, 'events');
  const limits = { maxEvents: 40, maxAgeSeconds: 1, gzip: true };
  await add('bucket', { bucket: 'events', region, endpointUrl: aws.url, credentials, ...limits });
  const events = await publish('connection.created', 'bucket', 100);
  await eventually(async () => {
    const { rows } = await database.pool.query(`SELECT FROM delivery WHERE status = 'delivered'`);
    expect(rows).toHaveLength(events.length);
  });
  const objects = await readBucket(aws.url, 'events');
  expect(objects.map((object) => object.events.length).toSorted()).toEqual([20, 40, 40]);
  expect(objects.flatMap((object) => object.events.map(({ id }) => id)).toSorted()).toEqual(
    events.map(({ id }) => id).toSorted(),
  );
  for (const { key, type } of objects) {
    expect(key).toMatch(/^writ\/\d{4}-\d\d-\d\d\/\d\d-[0-9a-f-]{36}\.jsonl\.gz$/);
    expect(type).toBe('application/x-ndjson');
  }
  const tested = await service.call('POST', '/destinations/bucket:test', { eventType: 'connection.error' });
  expect(tested).toMatchObject({ status: 200, body: { status: 'delivered', httpStatus: 200 } });
  expect(await readBucket(aws.url, 'events')).toHaveLength(4);
});

test('what waits for its object goes by a shorter age as soon as that is set', async () => {
  await makeBucket(aws.url, 'patient');
  const metadata = { bucket: 'patient', region, endpointUrl: aws.url, credentials, maxAgeSeconds: 3_600 };
  const { body } = await add('patient', metadata);
  await publish('connection.deleted', 'patient', 3);
  await eventually(async () => {
    const resting = `SELECT FROM lane WHERE id = $1 AND next_due_at > now() + interval '30 min'`;
    expect((await database.pool.query(resting, [body['id']])).rowCount).toBe(1);
  });
  await service.call('PATCH', '/destinations/patient', {
    updateMask: ['metadata.maxAgeSeconds'],
    destination: { metadata: { maxAgeSeconds: 1 } },
  });
  await eventually(async () => {
    expect((await readBucket(aws.url, 'patient')).map(({ events }) => events.length)).toEqual([3]);
  });
});

test('a bucket that does not exist is told in words, and nothing of what an inner address answers', async () => {
  await add('missing', { bucket: 'missing', region, endpointUrl: aws.url, credentials });
  const { body } = await service.call('POST', '/destinations/missing:test', {
    eventType: 'connection.error',
  });
  expect(body).toMatchObject({
    status: 'failed',
    httpStatus: 404,
    error: 'S3 answered 404 `NoSuchBucket`: the bucket does not exist.',
  });
  expect(body).not.toHaveProperty('responseExcerpt');
});

test('credentials are not shown, and kept when others are changed', async () => {
  const hidden = { accessKeyId: '[hidden]', secretAccessKey: '[hidden]' };
  const created = await add('private', { bucket: 'private', region, endpointUrl: aws.url, credentials });
  expect(created).toMatchObject({ status: 201, body: { metadata: { credentials: hidden } } });
  const changed = await service.call('PATCH', '/destinations/private', {
    updateMask: ['metadata.maxEvents'],
    destination: { metadata: { maxEvents: 5 } },
  });
  expect(changed).toMatchObject({ status: 200, body: { metadata: { maxEvents: 5, credentials: hidden } } });
  const { rows } = await database.pool.query('SELECT metadata, sealed FROM destination');
  expect(JSON.stringify([created.body, changed.body, rows])).not.toMatch(/a-secret|AKIDEXAMPLE/);
});

test('all faults of the metadata are told at once', async () => {
  const answer = await add('a/b', {
    bucket: 'A',
    region: 'here',
    endpointUrl: 'http://127.0.0.1/?a',
    credentials: {},
    keyTemplate: '{{x}}',
    gzip: 1,
    maxEvents: 0,
    maxBytes: 1,
    maxAgeSeconds: 1.5,
  });
  expect(answer.status).toBe(400);
  const names = (answer.body['issues'] as { name: string }[]).map(({ name }) => name);
  expect([...new Set(names)].toSorted()).toEqual([
    '/metadata/bucket',
    '/metadata/credentials/accessKeyId',
    '/metadata/credentials/secretAccessKey',
    '/metadata/endpointUrl',
    '/metadata/gzip',
    '/metadata/keyTemplate',
    '/metadata/maxAgeSeconds',
    '/metadata/maxBytes',
    '/metadata/maxEvents',
    '/metadata/region',
    '/name',
  ]);
});
