import { afterEach, expect, test } from '@jest/globals';
import { withKafkaAdmin } from '@writ/local-servers';
import { createAppLogger, createClosing } from '@writ/service-kit';
import { eventually, testKafka } from '@writ/test-kit';
import { kafkaBus } from './kafka-bus.ts';

let closing = createClosing();
afterEach(async () => {
  await closing.close();
  closing = createClosing();
});

const logger = createAppLogger({ service: 'test', level: 'error', write: () => undefined });
const aMessage = (text: string) => ({ key: 'k', value: Buffer.from(text), headers: {} });

/** A bus that has published and taken in a message, and whose topic was then deleted. */
const startWithoutTopic = async () => {
  const { brokers, group } = testKafka();
  const name = group('lost');
  const bus = kafkaBus({ brokers, topic: name, groupId: name, clientId: 'test', logger, partitions: 2 });
  closing.add(bus, (opened) => opened.close());
  const seen: string[] = [];
  await bus.consume((batch) => {
    seen.push(...batch.map(({ value }) => value.toString()));
    return Promise.resolve();
  });
  await bus.publish([aMessage('before')]);
  await eventually(() => seen.includes('before'));
  // Who was not told in time that it is deleted asks again.
  await eventually(() =>
    withKafkaAdmin(brokers, async (admin) => {
      if ((await admin.listTopics()).includes(name)) await admin.deleteTopics({ topics: [name] });
      expect(await admin.listTopics()).not.toContain(name);
    }),
  );
  return { bus, seen };
};

test('a topic that was deleted comes back when the bus publishes again, and its consumer goes on', async () => {
  const { bus, seen } = await startWithoutTopic();
  await eventually(() => bus.publish([aMessage('after')]));
  await eventually(() => seen.includes('after'));
});

test('a topic that was deleted comes back though the bus only consumes', async () => {
  const { bus, seen } = await startWithoutTopic();
  await eventually(async () => expect(await bus.behind()).toBe(0));
  await bus.publish([aMessage('after')]);
  await eventually(() => seen.includes('after'));
});
