import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { manualClock, startReceiver, type Receiver } from '@writ/test-kit';
import { sampleEventData } from '../../ingest/sample-event-data.ts';
import { eventBody } from '../../ingest/store-events.ts';
import { createAddressRules } from '../../outbound/address-rules.ts';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { guardedSockets } from '../../outbound/guarded-sockets.ts';
import type { PushKind } from '../destination-kind.ts';
import { kinesis } from '../kinesis/declaration.ts';
import { s3 } from '../s3/declaration.ts';

type Subject = { kind: PushKind; metadata: JsonObject; right: string; name: string };

/** What holds for one AWS service holds for both. */
const kinds: readonly Subject[] = [
  {
    kind: kinesis,
    metadata: { streamName: 'events' },
    right: JSON.stringify({ FailedRecordCount: 0, Records: [{ SequenceNumber: '1', ShardId: 's' }] }),
    name: 'Kinesis',
  },
  { kind: s3, metadata: { bucket: 'events' }, right: '', name: 'S3' },
];

const credentials = { accessKeyId: 'AKOURS', secretAccessKey: 'a-secret', sessionToken: 'a-token' };
const body = eventBody({
  type: 'connection.error',
  id: 'e1',
  time: '2026-01-01T00:00:00Z',
  data: sampleEventData('connection.error', 'p'),
});

let closing = createClosing();
let receiver: Receiver;
let other: Receiver;
beforeEach(async () => {
  receiver = closing.add(await startReceiver(), (r) => r.close());
  other = closing.add(await startReceiver(), (r) => r.close());
});
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

function prepare(
  { kind, metadata }: Subject,
  { endpointUrl = receiver.url, allowCidrs = ['127.0.0.1'], limitMs = 15_000 } = {},
) {
  const rules = createAddressRules({ allowHttp: true, allowCidrs });
  const agent = closing.add(createGuardedAgent(rules), (opened) => opened.destroy());
  const deps = { agent, openSocket: guardedSockets(rules), clock: manualClock(), managementUrl: '', limitMs };
  const given = { ...metadata, region: 'eu-central-1', endpointUrl, credentials };
  const send = kind.prepare({ metadata: given, signingKeys: [] }, deps);
  return (signal = new AbortController().signal) => send({ id: 'd1', body }, signal);
}

/** For the rest of the test. */
function setEnvironment(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) {
    const before = process.env[name];
    process.env[name] = value;
    closing.add(name, () => {
      if (before === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before;
    });
  }
}

test.each(kinds)(
  '$name is called as whom and where the destination says, whatever the machine offers',
  async (subject) => {
    const folder = closing.add(await mkdtemp(join(tmpdir(), 'writ-aws-')), (path) =>
      rm(path, { recursive: true }),
    );
    const profile = [
      'aws_access_key_id = AKFILE',
      'aws_secret_access_key = file',
      `endpoint_url = ${other.url}`,
      'region = us-east-1',
      'use_fips_endpoint = true',
      'max_attempts = 5',
      'defaults_mode = auto',
    ].join('\n');
    await writeFile(join(folder, 'config'), `[default]\n${profile}\n[profile theirs]\n${profile}\n`);
    await writeFile(join(folder, 'credentials'), `[default]\n${profile}\n`);
    setEnvironment({
      HOME: folder,
      AWS_CONFIG_FILE: join(folder, 'config'),
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'credentials'),
      AWS_ACCESS_KEY_ID: 'AKENV',
      AWS_SECRET_ACCESS_KEY: 'env',
      AWS_REGION: 'us-west-2',
      AWS_ENDPOINT_URL: other.url,
      AWS_ENDPOINT_URL_KINESIS: other.url,
      AWS_ENDPOINT_URL_S3: other.url,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: other.url,
      AWS_EC2_METADATA_SERVICE_ENDPOINT: other.url,
      AWS_DEFAULTS_MODE: 'auto',
      AWS_MAX_ATTEMPTS: '5',
      AWS_USE_FIPS_ENDPOINT: 'true',
      AWS_USE_DUALSTACK_ENDPOINT: 'true',
    });
    receiver.answerNext({ status: 500, body: '' }, { status: 200, body: subject.right });
    const send = prepare(subject);
    expect(await send()).toMatchObject({ delivered: false, error: `${subject.name} answered 500.` });
    expect(await send()).toMatchObject({ delivered: true, httpStatus: 200 });
    expect(receiver.received).toHaveLength(2);
    for (const { headers } of receiver.received) {
      expect(headers.authorization).toMatch(/Credential=AKOURS\/\d+\/eu-central-1\//);
      expect(headers['x-amz-security-token']).toBe('a-token');
    }
    expect(other.received).toEqual([]);
  },
);

test.each(kinds)(
  '$name is not called where the address rules forbid it, nor where it sends callers',
  async (subject) => {
    for (const host of ['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]']) {
      const endpointUrl = receiver.url.replace('127.0.0.1', host);
      expect(await prepare(subject, { endpointUrl, allowCidrs: [] })()).toMatchObject({
        delivered: false,
        error: expect.stringContaining('not a public address'),
      });
    }
    expect(receiver.received).toEqual([]);
    for (const status of [301, 302, 307]) {
      receiver.answerNext({ status, headers: { location: other.url } });
      expect(await prepare(subject)()).toMatchObject({ delivered: false, httpStatus: status });
    }
    expect(other.received).toEqual([]);
  },
);

test.each(kinds)(
  '$name: only known words of an answer are told beside its excerpt, nor is it read without end',
  async (subject) => {
    const send = prepare(subject);
    for (const text of [
      '<html>inner page</html>',
      '{"__type":"inner page","message":"inner page"}',
      'inner page',
    ]) {
      receiver.answerNext({ status: 403, body: text });
      expect(await send()).toMatchObject({
        delivered: false,
        error: `${subject.name} answered 403.`,
        excerpt: text,
      });
    }
    receiver.answerNext({ status: 200, body: Buffer.alloc(2 * 1024 * 1024, 'x') });
    // Kinesis says in the body which records it took; S3 by the status alone.
    expect(await send()).toMatchObject(
      subject.name === 'S3'
        ? { delivered: true }
        : { delivered: false, error: 'The answer is too long to be read.' },
    );
  },
);

test.each(kinds)('$name is left alone for as long as its refusal asks', async (subject) => {
  receiver.answerNext({ status: 503, headers: { 'retry-after': '9' } }, { status: 503 });
  const send = prepare(subject);
  expect(await send()).toMatchObject({ delivered: false, retryAfterMs: 9_000 });
  expect(await send()).not.toHaveProperty('retryAfterMs');
});

test.each(kinds)(
  '$name that never answers, that is cut off and that is not wanted any more ends an attempt',
  async (subject) => {
    receiver.answerNext('hang', 'reset');
    expect(await prepare(subject, { limitMs: 200 })()).toMatchObject({
      delivered: false,
      error: 'No complete answer within 0.2 s.',
    });
    const send = prepare(subject);
    expect(await send()).toMatchObject({ delivered: false, error: expect.any(String) });
    expect(await send(AbortSignal.abort())).toMatchObject({
      delivered: false,
      error: expect.stringContaining('Given up'),
    });
  },
);

test.each(kinds)('faults of where $name is', async ({ kind, metadata }) => {
  const closed = createAddressRules({ allowHttp: false, allowCidrs: [] });
  const at = async (endpointUrl: string) =>
    kind.check({ ...metadata, region: 'eu-central-1', endpointUrl }, closed);
  for (const url of ['http://93.184.216.34', 'https://10.0.0.1/', 'https://169.254.169.254'])
    expect(await at(url)).toEqual([{ pointer: '/endpointUrl', detail: expect.any(String), value: url }]);
  const endpointUrl = 'https://user:secret@93.184.216.34';
  expect(kind.rules({ endpointUrl })).toEqual([{ pointer: '/endpointUrl', detail: expect.any(String) }]);
  expect(await at('https://93.184.216.34')).toEqual([]);
  expect(kind.rules({ endpointUrl: 'https://a.test/?b' })).toMatchObject([{ pointer: '/endpointUrl' }]);
});
