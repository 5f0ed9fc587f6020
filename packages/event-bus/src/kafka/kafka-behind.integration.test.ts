import { expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import { eventually, testKafka } from '@writ/test-kit';
import { kafkaBus } from './kafka-bus.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

test('the bus tells how far its consumers are behind, and that its topic is missing', async () => {
  const { brokers, group } = testKafka();
  const name = group('behind');
  const bus = kafkaBus({ brokers, topic: name, groupId: name, clientId: 'test', logger, partitions: 1 });
  try {
    await eventually(async () => expect(await bus.behind()).toBeUndefined());
    const message = { key: 'k', value: Buffer.from('{}'), headers: {} };
    await bus.publish([message, message, message]);
    await eventually(async () => expect(await bus.behind()).toBe(3));
    await bus.consume(() => Promise.resolve());
    await eventually(async () => expect(await bus.behind()).toBe(0));
  } finally {
    await bus.close();
  }
});
