import { expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import { eventually, testKafka } from '@writ/test-kit';
import kafkajs from 'kafkajs';
import snappy from 'snappy';
import { unpackSnappy } from './codecs.ts';
import { kafkaBus } from './kafka-bus.ts';
import { createKafkaClient } from './kafka-client.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

test('what others publish is taken in, by whatever it is compressed', async () => {
  const { brokers, group } = testKafka();
  const topic = group('codecs');
  const bus = kafkaBus({ brokers, topic, groupId: topic, clientId: 'test', logger, partitions: 1 });
  const { kafka } = createKafkaClient({ brokers, clientId: 'test', logger });
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner });
  const seen: string[] = [];
  try {
    await bus.consume((batch) => {
      seen.push(...batch.map(({ value }) => value.toString()));
      return Promise.resolve();
    });
    await bus.publish([{ key: 'k', value: Buffer.from('None'), headers: {} }]);
    await producer.connect();
    const kinds = ['GZIP', 'Snappy', 'LZ4', 'ZSTD'] as const;
    for (const kind of kinds) {
      const compression = kafkajs.CompressionTypes[kind];
      await producer.send({
        topic,
        compression,
        messages: [{ value: kind }, { value: 'x'.repeat(200_000) }],
      });
    }
    await eventually(() => expect(seen.filter((value) => value.length < 10)).toEqual(['None', ...kinds]));
    expect(seen.filter((value) => value.length === 200_000)).toHaveLength(kinds.length);
  } finally {
    await producer.disconnect();
    await bus.close();
  }
});

test('snappy is read as clients in Java frame it', async () => {
  const blocks = await Promise.all(['one, ', 'two'].map((text) => snappy.compress(text)));
  const lengthOf = (block: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(block.length);
    return length;
  };
  const begins = Buffer.from('82534e4150505900' + '00000001' + '00000001', 'hex');
  const framed = Buffer.concat([begins, ...blocks.flatMap((block) => [lengthOf(block), block])]);
  expect((await unpackSnappy(framed)).toString()).toBe('one, two');
});
