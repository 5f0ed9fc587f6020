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
  const metadata = { url: allowedUrl };
  for (const name of ['known', 'other'])
    await service.call('POST', '/destinations', { name, type: 'webhook', metadata });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const unknown = newId();
const privateUrl = 'http://10.0.0.1/';
const allowedUrl = 'http://127.0.0.1:9/';

const aws = {
  region: 'eu-central-1',
  endpointUrl: 'ftp://aws.example.net/',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
};
const anEvent = {
  specversion: '1.0',
  id: 'a',
  source: '/b',
  type: 'connection.deleted',
  time: '2026-01-01T00:00:00Z',
  data: { projectId: 'p', connectionId: 'c', provider: 'hubspot', groupRef: 'g' },
};
const placeOfAddress: Readonly<Record<string, string>> = {
  webhook: 'url',
  slack: 'url',
  kinesis: 'endpointUrl',
  s3: 'endpointUrl',
  kafka: 'brokers/0',
};

/** What is wrong, the request, the status, and the places of all faults of its stage. */
type Row = [
  what: string,
  method: Method,
  path: string,
  body: object | undefined,
  status: number,
  places: string[],
];

const rows: Row[] = [
  [
    'a wrong event type; the topic is not looked for',
    'POST',
    '/notification-event-topic-routes',
    { topicId: unknown, eventType: 'no.such', nonsense: 1 },
    400,
    ['body /eventType', 'body /nonsense'],
  ],
  [
    'an unknown topic',
    'POST',
    '/notification-event-topic-routes',
    { topicId: unknown, eventType: 'write.async.done' },
    404,
    ['body /topicId'],
  ],
  [
    'a missing topic and an unknown member; the destination is not looked for',
    'POST',
    '/topic-destination-routes',
    { destinationId: 'nobody', nonsense: 1 },
    400,
    ['body /nonsense', 'body /topicId'],
  ],
  [
    'an unknown topic and an unknown destination',
    'POST',
    '/topic-destination-routes',
    { topicId: unknown, destinationId: 'nobody' },
    404,
    ['body /destinationId', 'body /topicId'],
  ],
  [
    'a type that is none, one that comes twice and a wrong name; the destination is not looked for',
    'POST',
    '/topics',
    { name: 'a/b', eventTypes: ['no.such'], destinationIds: ['nobody', 'nobody'] },
    400,
    ['body /destinationIds', 'body /eventTypes/0', 'body /name'],
  ],
  [
    'a wrong name; the topic is not looked for',
    'PATCH',
    `/topics/${unknown}`,
    { name: 'a/b' },
    400,
    ['body /name'],
  ],
  ['an unknown topic', 'PATCH', `/topics/${unknown}`, { name: 'ab' }, 404, ['path topicId']],
  [
    'a wrong name and no address',
    'POST',
    '/destinations',
    { name: 'a/b', type: 'webhook', metadata: {} },
    400,
    ['body /metadata/url', 'body /name'],
  ],
  ...Object.entries({
    webhook: { url: 'hook' },
    slack: { url: 'https://hooks.example.net:0/' },
    kinesis: { streamName: 'a', ...aws },
    s3: { bucket: 'acme', ...aws },
    kafka: { brokers: ['1.2.3.4.5:9092'], topic: 'a' },
  }).map(([type, metadata]): Row => [
    `a wrong name and an address of ${type} that is none`,
    'POST',
    '/destinations',
    { name: 'a/b', type, metadata },
    400,
    [`body /metadata/${placeOfAddress[type]}`, 'body /name'],
  ]),
  [
    'a hidden address that stands for nothing',
    'POST',
    '/destinations',
    { name: 'a', type: 'slack', metadata: { url: '[hidden]' } },
    400,
    ['body /metadata/url'],
  ],
  [
    'a forbidden address and a name that is taken',
    'POST',
    '/destinations',
    { name: 'known', type: 'webhook', metadata: { url: privateUrl } },
    400,
    ['body /metadata/url', 'body /name'],
  ],
  [
    'a name that is taken',
    'POST',
    '/destinations',
    { name: 'known', type: 'webhook', metadata: { url: allowedUrl } },
    409,
    ['body /name'],
  ],
  [
    'a mask without values; the destination is not looked for',
    'PATCH',
    '/destinations/nobody',
    { updateMask: ['name', 'metadata'], destination: {} },
    400,
    ['body /destination/metadata', 'body /destination/name'],
  ],
  [
    'an unknown destination',
    'PATCH',
    '/destinations/nobody',
    { updateMask: ['name'], destination: { name: 'x' } },
    404,
    ['path destinationIdOrName'],
  ],
  [
    'a forbidden address and the name of another destination',
    'PATCH',
    '/destinations/known',
    { updateMask: ['name', 'metadata.url'], destination: { name: 'other', metadata: { url: privateUrl } } },
    400,
    ['body /destination/metadata/url', 'body /destination/name'],
  ],
  [
    'the name of another destination',
    'PATCH',
    '/destinations/known',
    { updateMask: ['name'], destination: { name: 'other' } },
    409,
    ['body /destination/name'],
  ],
  [
    'a wrong event type',
    'POST',
    '/destinations/nobody:test',
    { eventType: 'no.such' },
    400,
    ['body /eventType'],
  ],
  [
    'an unknown destination',
    'POST',
    '/destinations/nobody:test',
    { eventType: 'write.async.done' },
    404,
    ['path destinationIdOrName'],
  ],
  ['a missing time', 'POST', '/destinations/nobody:replay', {}, 400, ['body /since']],
  [
    'an unknown destination',
    'POST',
    '/destinations/nobody:replay',
    { since: '2026-11-21T10:00:00Z' },
    404,
    ['path destinationIdOrName'],
  ],
  [
    'a parameter that is not known beside an event with faults',
    'POST',
    '/events?dryRun=true',
    { specversion: '1.0', id: 'a', source: '/b', type: 'no.such', data: {} },
    400,
    ['body /time', 'body /type', 'query dryRun'],
  ],
  [
    'a text of an event that cannot be stored, once',
    'POST',
    '/events',
    { ...anEvent, id: 'a\0' },
    400,
    ['body /id'],
  ],
  [
    'numbers of an event that are read as others than were written',
    'POST',
    '/events',
    [anEvent, { ...anEvent, data: { ...anEvent.data, provider: 7, rows: [1, { count: -(2 ** 53) }] } }],
    400,
    ['body /1/data/provider', 'body /1/data/rows/1/count'],
  ],
  [
    'what of a CloudEvent is not kept',
    'POST',
    '/events',
    { ...anEvent, specversion: '0.3', datacontenttype: 'text/plain', data_base64: 'e30=', traceParent: 'x' },
    400,
    ['body /data_base64', 'body /datacontenttype', 'body /specversion', 'body /traceParent'],
  ],
  [
    'a wrong parameter; the destination is not looked for',
    'GET',
    '/destinations/nobody?includeSecrets=perhaps&x=1',
    undefined,
    400,
    ['query includeSecrets', 'query x'],
  ],
  [
    'a token of no page beside an unknown status',
    'GET',
    '/deliveries?pageToken=x&status=lost',
    undefined,
    400,
    ['query pageToken', 'query status'],
  ],
  ['an empty token', 'GET', '/deliveries?pageToken=', undefined, 400, ['query pageToken']],
];

test.each(rows)(
  'one answer tells every fault of a stage: %s',
  async (_, method, path, sent, status, places) => {
    const answer = await service.call(method, path, sent);
    expect(answer.status).toBe(status);
    const issues = answer.body['issues'] as { in: string; name: string }[];
    expect(issues.map((issue) => `${issue.in} ${issue.name}`).toSorted()).toEqual(places);
  },
);
