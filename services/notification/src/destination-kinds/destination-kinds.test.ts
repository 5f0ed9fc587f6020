import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { patterns, type JsonObject } from '@writ/contracts';
import { createSchemaCompiler } from '@writ/problems';
import { createClosing } from '@writ/service-kit';
import { manualClock } from '@writ/test-kit';
import { Webhook } from 'standardwebhooks';
import { newSigningKey } from '../destinations/secrets.ts';
import { sampleEventData } from '../ingest/sample-event-data.ts';
import { eventBody } from '../ingest/store-events.ts';
import { createAddressRules } from '../outbound/address-rules.ts';
import { createGuardedAgent } from '../outbound/guarded-agent.ts';
import { guardedSockets } from '../outbound/guarded-sockets.ts';
import type { DestinationKind } from './destination-kind.ts';
import { destinationKinds } from './destination-kinds.ts';

const nobody = {
  region: 'eu-central-1',
  endpointUrl: 'http://127.0.0.1:9/',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
};

/** Valid metadata of each kind, without a receiver. */
const nowhere: Readonly<Record<string, JsonObject>> = {
  webhook: { url: 'http://127.0.0.1:9/' },
  slack: { url: 'http://127.0.0.1:9/services/T/B/x', template: '{{data.groupRef}}' },
  kafka: { brokers: ['127.0.0.1:9'], topic: 'events', mode: 'binary' },
  kinesis: { streamName: 'events', ...nobody },
  listen: { headers: { 'X-Team': 'ops' } },
  s3: { bucket: 'events', ...nobody, keyTemplate: '{{date}}/{{id}}', gzip: true },
};

const rules = createAddressRules({ allowHttp: true, allowCidrs: ['127.0.0.1'] });
const body = eventBody({
  type: 'connection.error',
  id: '1',
  time: '2026-01-01T00:00:00Z',
  data: sampleEventData('connection.error', 'p'),
});
const closing = createClosing();
const agent = closing.add(createGuardedAgent(rules), (opened) => opened.destroy());
const deps = {
  agent,
  openSocket: guardedSockets(rules),
  clock: manualClock(),
  managementUrl: 'http://writ.test/v1',
};
afterAll(() => closing.close());

test('the contract has a row for each kind', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/contract.md'), 'utf8');
  const [, section = ''] = page.split('### 6.2 Delivery');
  const named = [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, type]) => type);

  expect(named).toEqual(destinationKinds.map(({ type }) => type));
});

test('each kind has metadata that lead nowhere', () => {
  expect(Object.keys(nowhere)).toEqual(destinationKinds.map(({ type }) => type));
});

test.each(destinationKinds)('the members that $type hides are among its metadata', (kind) => {
  expect(Object.keys(kind.metadataSchema.properties)).toEqual(
    expect.arrayContaining([...kind.hiddenMembers]),
  );
});

test.each(destinationKinds.filter((kind) => kind.announcesDisabling))(
  'what tells of a disabled $type shows its address',
  (kind) => {
    expect(Object.keys(kind.metadataSchema.properties)).toContain('url');
  },
);

test.each(destinationKinds)('the rules of $type bear metadata that its schema refuses', (kind) => {
  const members = Object.keys(kind.metadataSchema.properties);
  for (const value of [null, 0, '', [], {}, { x: null }, [{}]]) {
    const refused = Object.fromEntries(members.map((member) => [member, value]));
    expect(kind.rules(refused)).toBeInstanceOf(Array);
    if (kind.delivers === 'push') expect(kind.origins(refused)).toEqual([]);
  }
  expect(kind.rules({})).toEqual([]);
});

function patternsIn(schema: unknown): unknown[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]): unknown[] =>
    name === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  );
}

test.each(destinationKinds)('each pattern in the metadata of $type has words that tell its form', (kind) => {
  const known: unknown[] = Object.values(patterns);
  expect(patternsIn(kind.metadataSchema).filter((pattern) => !known.includes(pattern))).toEqual([]);
});

test('a region and a bucket that are none are told in words, with an example', () => {
  const s3 = destinationKinds.find(({ type }) => type === 's3')!;
  const faults = createSchemaCompiler()(s3.metadataSchema, 'body')({
    bucket: 'Acme_Events',
    ...nobody,
    region: 'Frankfurt',
  });
  expect(faults.map(({ name, detail }) => [name, detail])).toEqual([
    ['/bucket', expect.stringMatching(/name of a bucket: .*such as `acme-events`/)],
    ['/region', expect.stringContaining('such as `eu-central-1`')],
  ]);
});

test.each(destinationKinds)('$type takes right metadata', (kind) => {
  const metadata = nowhere[kind.type] ?? {};
  expect(createSchemaCompiler()(kind.metadataSchema, 'body')(metadata)).toEqual([]);
  expect(kind.rules(metadata)).toEqual([]);
});

test.each(destinationKinds.filter((kind) => kind.delivers === 'push'))(
  'the origin of an address that $type sends to is one, whatever its path',
  (kind) => {
    expect(kind.origins(nowhere[kind.type] ?? {})).toEqual(['http://127.0.0.1:9']);
  },
);

test('regions of AWS are one origin, and a broker with encryption is another one than without', () => {
  const [kafka, s3] = ['kafka', 's3'].map((name) => destinationKinds.find(({ type }) => type === name));
  if (kafka?.delivers !== 'push' || s3?.delivers !== 'push') throw new Error('Nothing is sent to them.');
  expect(s3.origins({ region: 'eu-central-1' })).toEqual(s3.origins({ region: 'us-east-1' }));
  const brokers = ['a.test:9092', 'b.test:9092'];
  expect(kafka.origins({ brokers })).toEqual(['http://a.test:9092', 'http://b.test:9092']);
  expect(kafka.origins({ brokers, tls: true })).toEqual(['https://a.test:9092', 'https://b.test:9092']);
});

const keysOf = ({ signed }: DestinationKind) => (signed ? [{ key: newSigningKey() }] : []);

test.each(destinationKinds.filter((kind) => kind.delivers === 'push'))(
  '$type takes addresses that may be sent to, and tells what could not be sent',
  async (kind) => {
    const metadata = nowhere[kind.type] ?? {};
    expect(await kind.check(metadata, rules)).toEqual([]);
    const send = kind.prepare({ metadata, signingKeys: keysOf(kind) }, deps);
    for (const signal of [new AbortController().signal, AbortSignal.abort()]) {
      const failed = {
        delivered: false,
        at: deps.clock.now(),
        durationMs: expect.any(Number),
        error: expect.any(String),
      };
      expect(await send({ id: '1', body }, signal)).toMatchObject(failed);
    }
    await send.close?.();
  },
);

test.each(destinationKinds.filter((kind) => kind.delivers === 'pull'))(
  '$type hands out the same bytes and id at every attempt, signed for the moment',
  (kind) => {
    const signingKeys = keysOf(kind);
    const hand = kind.prepare({ metadata: nowhere[kind.type] ?? {}, signingKeys });
    for (const at of [new Date(), new Date(Date.now() + 60_000)]) {
      const { headers, ...handed } = hand({ id: '1', body }, at);
      expect(handed).toEqual({ body });
      expect(headers).toMatchObject({ 'webhook-id': 'msg_1' });
      for (const { key } of signingKeys) expect(new Webhook(key).verify(body, { ...headers })).toBeDefined();
    }
  },
);
