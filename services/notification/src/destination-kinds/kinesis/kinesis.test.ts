import { afterEach, expect, test } from '@jest/globals';
import type { JsonObject } from '@writ/contracts';
import { createClosing } from '@writ/service-kit';
import { manualClock, startReceiver } from '@writ/test-kit';
import { sampleEventData } from '../../ingest/sample-event-data.ts';
import { eventBody } from '../../ingest/store-events.ts';
import { createAddressRules } from '../../outbound/address-rules.ts';
import { createGuardedAgent } from '../../outbound/guarded-agent.ts';
import { guardedSockets } from '../../outbound/guarded-sockets.ts';
import { kinesisRequest, prepareKinesis } from './send.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const data = sampleEventData('write.async.done', 'p');
const body = eventBody({ type: 'write.async.done', id: 'e1', time: '2026-01-01T00:00:00Z', data });
const signal = new AbortController().signal;

async function start(metadata: JsonObject = {}) {
  const receiver = closing.add(await startReceiver(), (r) => r.close());
  const rules = createAddressRules({ allowHttp: true, allowCidrs: ['127.0.0.1'] });
  const agent = closing.add(createGuardedAgent(rules), (opened) => opened.destroy());
  const deps = { agent, openSocket: guardedSockets(rules), clock: manualClock(), managementUrl: '' };
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const access = { streamName: 's', region: 'eu-central-1', endpointUrl: receiver.url, credentials };
  return { receiver, send: prepareKinesis({ metadata: { ...access, ...metadata }, signingKeys: [] }, deps) };
}

type Entry = { Data: string; PartitionKey: string };
const entriesOf = (request: { json: () => unknown }) => (request.json() as { Records: Entry[] }).Records;
const keyOf = ({ PartitionKey }: Entry) => PartitionKey;
const textOf = ({ Data }: Entry) => Buffer.from(Data, 'base64').toString();

test('deliveries that come together are few calls, and each has the outcome of its own record', async () => {
  const { receiver, send } = await start({ partitionKeyTemplate: '{{id}}' });
  const code = 'ProvisionedThroughputExceededException';
  receiver.answerAlways((request) => {
    const Records = entriesOf(request).map((entry) =>
      keyOf(entry).endsWith('3') ? { ErrorCode: code, ErrorMessage: 'Rate' } : { SequenceNumber: '1' },
    );
    return { status: 200, body: JSON.stringify({ FailedRecordCount: 0, Records }) };
  });
  const outcomes = await Promise.all(
    Array.from({ length: 1_100 }, (_, index) => {
      const one = eventBody({
        type: 'write.async.done',
        id: String(index),
        time: '2026-01-01T00:00:00Z',
        data,
      });
      return send({ id: 'd', body: one }, signal);
    }),
  );
  outcomes.forEach((outcome, index) => {
    const failed = {
      delivered: false,
      error: `Kinesis did not take it \`${code}\`: the stream gets more than its shards take.`,
    };
    expect(outcome).toMatchObject(index % 10 === 3 ? failed : { delivered: true });
  });
  const sizes = receiver.received.map((request) => entriesOf(request).length);
  expect(sizes.toSorted()).toEqual([100, 500, 500]);
  expect(receiver.received[0]?.headers['x-amz-target']).toBe('Kinesis_20131202.PutRecords');
});

test('a call stays below 5 MiB, and a record above 1 MiB fails at once', async () => {
  const { receiver, send } = await start();
  receiver.answerAlways((request) => {
    const Records = entriesOf(request).map(() => ({ SequenceNumber: '1' }));
    return { status: 200, body: JSON.stringify({ Records }) };
  });
  const large = eventBody({
    type: 'write.async.done',
    id: 'e',
    time: '',
    data: { x: 'x'.repeat(1_000_000) },
  });
  const sent = await Promise.all(Array.from({ length: 12 }, () => send({ id: 'd', body: large }, signal)));
  expect(sent.every(({ delivered }) => delivered)).toBe(true);
  expect(receiver.received.map((request) => entriesOf(request).length).toSorted()).toEqual([2, 5, 5]);
  const tooLarge = eventBody({
    type: 'write.async.done',
    id: 'e',
    time: '',
    data: { x: 'x'.repeat(1_050_000) },
  });
  expect(await send({ id: 'd', body: tooLarge }, signal)).toMatchObject({
    delivered: false,
    error: expect.stringContaining('larger than the 1 MiB'),
  });
  expect(receiver.received).toHaveLength(3);
});

test.each([
  [undefined, data['installationId']],
  ['{{data.groupRef}}-{{id}}', 'sample-group-e1'],
  ['{{data.nothing}}', 'd1'],
  [`{{id}}${'€'.repeat(300)}`, `e1${'€'.repeat(254)}`],
])('the partition key of %j, as a delivery shows it, too', async (partitionKeyTemplate, key) => {
  const { receiver, send } = await start(partitionKeyTemplate === undefined ? {} : { partitionKeyTemplate });
  receiver.answerAlways({ status: 200, body: '{"Records":[{"SequenceNumber":"1","ShardId":"s-0"}]}' });
  expect(await send({ id: 'd1', body }, signal)).toMatchObject({
    delivered: true,
    httpStatus: 200,
    excerpt: '{"SequenceNumber":"1","ShardId":"s-0"}',
  });
  const [entry] = entriesOf(receiver.received[0]!);
  expect(entry).toMatchObject({ PartitionKey: key });
  expect(textOf(entry!)).toBe(body);
  const metadata = { streamName: 's', ...(partitionKeyTemplate !== undefined && { partitionKeyTemplate }) };
  expect(kinesisRequest(metadata, { id: 'd1', body })).toEqual({ target: 's', key, body });
});

test.each([
  [400, 'ResourceNotFoundException', 'the stream does not exist'],
  [400, 'ProvisionedThroughputExceededException', 'the stream gets more than its shards take'],
  [400, 'AccessDeniedException', 'the credentials do not allow it'],
  [400, 'UnrecognizedClientException', 'it does not know the access key'],
])('%s %s is told in words', async (status, code, meant) => {
  const { receiver, send } = await start();
  receiver.answerAlways({
    status,
    body: JSON.stringify({ __type: code, message: 'Stream s under account 1' }),
  });
  const error = `Kinesis answered ${status} \`${code}\`: ${meant}.`;
  expect(await send({ id: 'd1', body }, signal)).toMatchObject({
    delivered: false,
    httpStatus: status,
    error,
  });
});

test('an answer that does not tell of a record leaves it to be sent again', async () => {
  const { receiver, send } = await start();
  for (const text of ['{}', '{"Records":[]}', '{"Records":[{}]}', '[]', 'null']) {
    receiver.answerNext({ status: 200, body: text });
    expect(await send({ id: 'd1', body }, signal)).toMatchObject({
      delivered: false,
      error: expect.any(String),
    });
  }
});

test('of what is told of a record a beginning is kept', async () => {
  const { receiver, send } = await start();
  const Records = [{ ErrorCode: 'InternalFailure', ErrorMessage: 'x'.repeat(100_000) }];
  receiver.answerNext({ status: 200, body: JSON.stringify({ FailedRecordCount: 1, Records }) });
  expect((await send({ id: 'd1', body }, signal)).excerpt).toHaveLength(2_048);
});
