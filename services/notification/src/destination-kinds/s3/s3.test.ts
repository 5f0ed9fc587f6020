import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/contracts';
import { mostIssues } from '@writ/problems';
import { createClosing } from '@writ/service-kit';
import { manualClock, startReceiver } from '@writ/test-kit';
import { createAddressRules } from '../../outbound/address-rules.ts';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { guardedSockets } from '../../outbound/guarded-sockets.ts';
import { s3 } from './declaration.ts';
import { keyTemplateFaults, objectName } from './object-name.ts';
import { prepareS3, s3Request } from './send.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const signal = new AbortController().signal;

async function start(metadata: JsonObject = {}) {
  const receiver = closing.add(await startReceiver(), (r) => r.close());
  const rules = createAddressRules({ allowHttp: true, allowCidrs: ['127.0.0.1'] });
  const agent = closing.add(createGuardedAgent(rules), (opened) => opened.destroy());
  const deps = { agent, openSocket: guardedSockets(rules), clock: manualClock(), managementUrl: '' };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const access = { bucket: 'events', region: 'eu-central-1', endpointUrl: receiver.url, credentials };
  return { receiver, send: prepareS3({ metadata: { ...access, ...metadata }, signingKeys: [] }, deps) };
}

test('an object has the name that was decided, a line for each delivery, and a checksum, as locked buckets demand', async () => {
  const { receiver, send } = await start();
  const outgoing = { id: '1', body: '{"a":1}\n{"b":"€"}', objectName: 'a/b c=1/x.jsonl' };
  expect(await send(outgoing, signal)).toMatchObject({ delivered: true, httpStatus: 200 });
  const [put] = receiver.received;
  expect(put).toMatchObject({ method: 'PUT', headers: { 'content-type': 'application/x-ndjson' } });
  expect(put?.path).toMatch(/^\/events\/a\/b%20c%3D1\/x\.jsonl(\?x-id=PutObject)?$/);
  expect(put?.rawBody.toString()).toBe('{"a":1}\n{"b":"€"}\n');
  expect(put?.headers['content-md5']).toBe(hash('md5', put!.rawBody, 'base64'));
});

test('a delivery shows its object, once its name was decided, and its line', () => {
  const metadata = { bucket: 'events', gzip: true };
  const headers = { 'content-type': 'application/x-ndjson', 'content-encoding': 'gzip' };
  const shown = { target: 'events', headers, body: '{}' };
  expect(s3Request(metadata, { id: '1', body: '{}' })).toEqual(shown);
  const inObject = { id: '1', body: '{}', objectName: 'a/1.jsonl.gz' };
  expect(s3Request(metadata, inObject)).toEqual({ ...shown, key: 'a/1.jsonl.gz' });
});

test('a compressed object says so, and has the same bytes at every attempt', async () => {
  const { receiver, send } = await start({ gzip: true });
  for (let attempt = 0; attempt < 2; attempt += 1) await send({ id: '1', body: '{}' }, signal);
  const [first, second] = receiver.received;
  expect(first?.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(first!.rawBody).toString()).toBe('{}\n');
  expect(second?.rawBody).toEqual(first?.rawBody);
  expect(first?.path).toMatch(/\.jsonl\.gz/);
});

test.each([
  [404, 'NoSuchBucket', 'the bucket does not exist'],
  [503, 'SlowDown', 'it gets too many requests'],
  [403, 'AccessDenied', 'the credentials do not allow it'],
  [301, 'PermanentRedirect', 'the bucket is in another region'],
])('%s %s is told in words', async (status, code, meant) => {
  const { receiver, send } = await start();
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>of theirs</Message></Error>`;
  receiver.answerAlways({ status, body });
  const error = `S3 answered ${status} \`${code}\`: ${meant}.`;
  expect(await send({ id: '1', body: '{}' }, signal)).toMatchObject({
    delivered: false,
    httpStatus: status,
    error,
  });
});

test('an object is stored, or refused, whatever the body of the answer is', async () => {
  const { receiver, send } = await start();
  const body = 'x'.repeat(2_000_000);
  receiver.answerAlways({ status: 200, body });
  expect(await send({ id: '1', body: '{}' }, signal)).toMatchObject({ delivered: true, httpStatus: 200 });
  receiver.answerAlways({ status: 503, body, headers: { 'retry-after': '7' } });
  expect(await send({ id: '1', body: '{}' }, signal)).toMatchObject({
    delivered: false,
    httpStatus: 503,
    retryAfterMs: 7_000,
  });
});

const detailsOf = (keyTemplate: string) =>
  keyTemplateFaults('/keyTemplate', keyTemplate).map(({ detail }) => detail);

test('names of objects', () => {
  const of = { id: 'i', at: new Date('2026-01-02T03:04:05Z') };
  expect(objectName({}, of)).toBe('writ/2026-01-02/03-i.jsonl');
  expect(objectName({ gzip: true }, of)).toBe('writ/2026-01-02/03-i.jsonl.gz');
  const keyTemplate = 'y={{year}}/{{ month }}/{{day}}/{{hour}}/{{date}}-{{id}}.json';
  expect(objectName({ keyTemplate, gzip: true }, of)).toBe('y=2026/01/02/03/2026-01-02-i.json');
  expect(detailsOf(keyTemplate)).toEqual([]);
  expect(detailsOf('a/{{minute}}{{')).toEqual([
    expect.stringContaining('1. place'),
    expect.stringContaining('2. place'),
    'Must hold `{{id}}`.',
  ]);
});

test('of a template with very many faults as many are told as an answer tells', () => {
  expect(detailsOf('{{'.repeat(125_000))).toHaveLength(mostIssues + 2);
});

test('faults of the metadata', () => {
  for (const bucket of ['a..b', '10.0.0.1'])
    expect(s3.rules({ bucket })).toMatchObject([{ pointer: '/bucket' }]);
  expect(s3.rules({ bucket: 'a-b', keyTemplate: 'x' })).toMatchObject([{ pointer: '/keyTemplate' }]);
});
