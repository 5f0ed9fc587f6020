import { once } from 'node:events';
import { createGzip, createZstdCompress } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { startTaskProcess, testKafka } from '@writ/test-kit';
import kafkajs from 'kafkajs';
import type { ConsumeResult, ConsumeTask } from '../../testing/consume.main.ts';
import { varInt } from '../../testing/pack-batch.ts';
import { createKafkaClient } from '../kafka-client.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
const closing = createClosing();
afterEach(() => closing.close());

const megabyte = 1_048_576;
const bombMegabytes = 700;
const mostMegabytes = 100;

const { None, GZIP, ZSTD } = kafkajs.CompressionTypes;
const packers = [
  { type: GZIP, open: createGzip },
  { type: ZSTD, open: createZstdCompress },
] as const;

/** A single record with a value of 700 MB, compressed while it is made. */
async function bomb(packer: ReturnType<(typeof packers)[number]['open']>): Promise<Buffer> {
  const value = bombMegabytes * megabyte;
  const head = Buffer.concat([Buffer.from([0]), varInt(0), varInt(0), varInt(-1), varInt(value)]);
  const tail = varInt(0);
  const chunks: Buffer[] = [];
  packer.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = once(packer, 'end');
  packer.write(Buffer.concat([varInt(head.length + value + tail.length), head]));
  const zeros = Buffer.alloc(megabyte);
  for (let nr = 0; nr < bombMegabytes; nr += 1) if (!packer.write(zeros)) await once(packer, 'drain');
  packer.end(tail);
  await ended;
  return Buffer.concat(chunks);
}

test('batches of 700 MB are one message each, and cost no more memory than any other', async () => {
  const { brokers, topic: createTopic } = testKafka();
  const topic = await createTopic('bombs');
  const { kafka } = createKafkaClient({ brokers, clientId: 'test', logger });
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  await producer.connect();
  closing.add(producer, (connected) => connected.disconnect());
  const consumer = await startTaskProcess<ConsumeTask, ConsumeResult>(
    new URL('../../testing/consume.main.ts', import.meta.url),
    closing,
  );
  const consume = (until: number) => consumer.perform({ brokers, topic, until });
  const send = (value: Buffer, compression: kafkajs.CompressionTypes) =>
    producer.send({ topic, compression, messages: [{ value }] });

  // What is usual: a fetch of ten megabytes, unpacked from less.
  for (let nr = 0; nr < 10; nr += 1) await send(Buffer.alloc(megabyte - 1_000), None);
  await send(Buffer.alloc(10 * megabyte), GZIP);
  const { mostBytes: usual } = await consume(11);
  let sent = 11;
  for (const { type, open } of packers) {
    const bytes = await bomb(open());
    const codecs: Record<number, unknown> = kafkajs.CompressionCodecs;
    const before = codecs[type];
    codecs[type] = () => ({ compress: () => Promise.resolve(bytes) });
    for (let nr = 0; nr < 4; nr += 1) await send(Buffer.from('the bomb stands in its place'), type);
    codecs[type] = before;
    sent += 4;
  }
  await send(Buffer.from('behind'), None);
  const { reasons, mostBytes } = await consume(sent + 1);
  expect(reasons.slice(11, -1)).toEqual(
    Array.from({ length: 8 }, () => expect.stringMatching(/^A batch .* is too large: /)),
  );
  expect(reasons.at(-1)).toBe('The message is not JSON.');
  expect((mostBytes - usual) / megabyte).toBeLessThan(mostMegabytes);
});
