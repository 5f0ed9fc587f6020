import { expect, test } from '@jest/globals';
import { createAppLogger } from '@writ/service-kit';
import { eventually, testKafka } from '@writ/test-kit';
import { kafkaBus } from './kafka-bus.ts';

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });

test('the bus tells how far its consumers are behind, in messages and in time, and that its topic is missing', async () => {
  const { brokers, group } = testKafka();
  const name = group('behind');
  const bus = kafkaBus({ brokers, topic: name, groupId: name, clientId: 'test', logger, partitions: 1 });
  try {
    await eventually(async () => expect(await bus.behind()).toBeUndefined());
    const message = { key: 'k', value: Buffer.from('{}'), headers: {} };
    const before = new Date(Date.now() - 60_000);
    await bus.publish([message, message, message]);
    await eventually(async () => expect(await bus.behind()).toBe(3));
    const after = new Date(Date.now() + 60_000);
    expect([await bus.hasBehind(before), await bus.hasBehind(after)]).toEqual([false, true]);
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await bus.consume(() => held);
    expect(await bus.hasBehind(after)).toBe(true);
    letGo();
    await eventually(async () => expect(await bus.behind()).toBe(0));
    expect(await bus.hasBehind(after)).toBe(false);
  } finally {
    await bus.close();
  }
});
