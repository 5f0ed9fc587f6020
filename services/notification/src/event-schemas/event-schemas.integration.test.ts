import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ajvOptions, eventTypes } from '@writ/contracts';
import { newId } from '@writ/db';
import {
  eventually,
  messageFaults,
  startReceiver,
  testDatabase,
  testRedis,
  type TestDatabase,
} from '@writ/test-kit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { request } from 'undici';
import { sampleEventData } from '../ingest/sample-event-data.ts';
import { startNotification, type TestNotification } from '../testing/start-notification.ts';
import { asyncApiDocument } from './asyncapi.ts';

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

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await request(`${service.url}${path}`, { headers });
  const text = await answer.body.text();
  const { etag, 'cache-control': caching } = answer.headers;
  return { status: answer.statusCode, etag: String(etag), caching, text };
};
const schemaOf = async (type: string) =>
  JSON.parse((await ask(`/v1/event-schemas/${type}`)).text) as { $id: string; examples: object[] };

test('without a key, each type of event is listed, and leads to its schema', async () => {
  const listed = JSON.parse((await ask('/v1/event-schemas')).text) as { type: string; href: string }[];
  expect(listed.map(({ type }) => type)).toEqual([...eventTypes]);
  for (const { type, href } of listed) {
    const schema = JSON.parse((await ask(href)).text) as { $id: string; examples: object[] };
    expect(schema.$id).toBe(`urn:writ:event:${type}`);
    const validate = new Ajv2020(ajvOptions).compile(schema);
    expect([type, schema.examples.map((example) => validate(example))]).toEqual([type, [true]]);
    expect([type, validate({})]).toEqual([type, false]);
  }
});

test('what is delivered, and what is published, is as the schema of its type says', async () => {
  const document = asyncApiDocument();
  const receiver = await startReceiver();
  const destination = { name: 'all', type: 'webhook', metadata: { url: receiver.url } };
  await service.call('POST', '/destinations', destination);
  await service.call('POST', '/topics', { name: 'all', eventTypes, destinationIds: ['all'] });
  for (const type of eventTypes) {
    const projectid = service.projects.demo.id;
    const event = { specversion: '1.0', id: newId(), source: '/t', type, time: '2026-01-01T00:00:00Z' };
    const published = { ...event, projectid, data: sampleEventData(type, projectid) };
    expect((await service.call('POST', '/events', published)).status).toBe(202);
    const { rawBody, headers } = await receiver.waitFor((got) => got.rawBody.includes(event.id));
    const ajv = new Ajv2020(ajvOptions).addSchema(await schemaOf(type));
    const isOf = (envelope: string, value: unknown) =>
      ajv.validate(`urn:writ:event:${type}#/$defs/${envelope}`, value);
    const delivered = JSON.parse(rawBody.toString()) as object;
    expect([type, isOf('cloudEvent', published), isOf('notification', delivered)]).toEqual([
      type,
      true,
      true,
    ]);
    const seen = { channel: 'webhook', type, headers, payload: delivered };
    expect([type, messageFaults(document, seen)]).toEqual([type, []]);
    expect(messageFaults(document, { ...seen, headers: {}, payload: {} })).not.toEqual([]);
    expect([isOf('cloudEvent', delivered), isOf('notification', { ...delivered, data: {} })]).toEqual([
      false,
      false,
    ]);
  }
  await eventually(async () => {
    const { body } = await service.call('GET', '/deliveries?status=pending');
    return (body['results'] as unknown[]).length === 0;
  });
  await receiver.close();
});

test.each(['/v1/event-schemas', '/v1/event-schemas/write.async.done', '/openapi.json'])(
  'who has %s already is told so',
  async (path) => {
    const { status, etag, caching } = await ask(path);
    expect([status, caching, etag]).toEqual([200, 'no-cache', expect.stringMatching(/^"[\w-]{43}"$/)]);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`])
      expect(await ask(path, { 'if-none-match': known })).toMatchObject({ status: 304, etag, text: '' });
    expect((await ask(path, { 'if-none-match': '"other"' })).status).toBe(200);
  },
);

test('a type that is not known is not found', async () => {
  const { status, body } = await service.callAsAdmin('GET', '/event-schemas/write.done');
  expect([status, body['issues']]).toEqual([
    404,
    [expect.objectContaining({ in: 'path', name: 'eventType', value: 'write.done' })],
  ]);
});
