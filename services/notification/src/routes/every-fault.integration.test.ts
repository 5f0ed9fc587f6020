import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@writ/db';
import { testDatabase, testRedis, type TestDatabase } from '@writ/test-kit';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';

type Method = 'GET' | 'POST' | 'PATCH';

let database: TestDatabase;
let service: TestNotification;
beforeAll(async () => {
  database = await testDatabase();
  service = await startNotification({ databaseUrl: database.url, redis: testRedis() });
  const metadata = { url: 'http://127.0.0.1:9/' };
  await service.call('POST', '/destinations', { name: 'known', type: 'webhook', metadata });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const unknown = newId();
const privateUrl = 'http://10.0.0.1/';

/** Each row: what is wrong, the request, and the places of all its faults. */
const rows: [what: string, method: Method, path: string, body: object | undefined, places: string[]][] = [
  [
    'an unknown topic beside a wrong event type',
    'POST',
    '/notification-event-topic-routes',
    { topicId: unknown, eventType: 'no.such' },
    ['body /eventType', 'body /topicId'],
  ],
  [
    'an unknown topic and destination beside an unknown member',
    'POST',
    '/topic-destination-routes',
    { topicId: unknown, destinationId: 'nobody', nonsense: 1 },
    ['body /destinationId', 'body /nonsense', 'body /topicId'],
  ],
  [
    'an unknown destination beside a missing topic',
    'POST',
    '/topic-destination-routes',
    { destinationId: 'nobody' },
    ['body /destinationId', 'body /topicId'],
  ],
  [
    'an unknown topic beside a wrong name',
    'PATCH',
    `/topics/${unknown}`,
    { name: 'a b' },
    ['body /name', 'path topicId'],
  ],
  [
    'a forbidden address beside a wrong name',
    'POST',
    '/destinations',
    { name: 'a b', type: 'webhook', metadata: { url: privateUrl } },
    ['body /metadata/url', 'body /name'],
  ],
  [
    'an unknown destination beside a mask without values',
    'PATCH',
    '/destinations/nobody',
    { updateMask: ['name', 'metadata'], destination: {} },
    ['body /destination/metadata', 'body /destination/name', 'path destinationIdOrName'],
  ],
  [
    'a forbidden address beside a mask without a value',
    'PATCH',
    '/destinations/known',
    { updateMask: ['name', 'metadata.url'], destination: { metadata: { url: privateUrl } } },
    ['body /destination/metadata/url', 'body /destination/name'],
  ],
  [
    'an unknown destination beside a wrong event type',
    'POST',
    '/destinations/nobody:test',
    { eventType: 'no.such' },
    ['body /eventType', 'path destinationIdOrName'],
  ],
  [
    'an unknown destination beside a missing time',
    'POST',
    '/destinations/nobody:replay',
    {},
    ['body /since', 'path destinationIdOrName'],
  ],
  [
    'events with faults beside a parameter that is not known',
    'POST',
    '/events?dryRun=true',
    { specversion: '1.0', id: 'a', source: '/b', type: 'no.such', data: {} },
    ['body /time', 'body /type', 'query dryRun'],
  ],
  [
    'an unknown destination beside a wrong parameter',
    'GET',
    '/destinations/nobody?includeSecrets=perhaps',
    undefined,
    ['path destinationIdOrName', 'query includeSecrets'],
  ],
  [
    'a token of no page beside an unknown status',
    'GET',
    '/deliveries?pageToken=x&status=lost',
    undefined,
    ['query pageToken', 'query status'],
  ],
  ['an empty token', 'GET', '/deliveries?pageToken=', undefined, ['query pageToken']],
];

test.each(rows)('one answer tells every fault: %s', async (_, method, path, sent, places) => {
  const { status, body } = await service.call(method, path, sent);
  expect(status).toBe(400);
  const issues = body['issues'] as { in: string; name: string }[];
  expect(issues.map((issue) => `${issue.in} ${issue.name}`).toSorted()).toEqual(places);
});
