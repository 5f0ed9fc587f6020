import { randomBytes } from 'node:crypto';
import { createTopic } from '@writ/local-servers';
import { fromTestEnvironment } from '../test-environment.ts';

export type TestKafka = {
  brokers: string[];
  /** Creates a topic whose name begins with `prefix` and is this test's alone. */
  topic: (prefix: string, options?: { partitions?: number }) => Promise<string>;
  /** A consumer group's name that is this test's alone. */
  group: (prefix: string) => string;
};

/** The run's Kafka. Tests that stop a broker start one with `startKafka`. */
export function testKafka(): TestKafka {
  const brokers = fromTestEnvironment('kafkaBrokers').split(',');
  const unique = (prefix: string) => `${prefix}-${randomBytes(6).toString('hex')}`;
  return {
    brokers,
    topic: async (prefix, { partitions = 1 } = {}) => {
      const topic = unique(prefix);
      await createTopic({ brokers, topic, partitions });
      return topic;
    },
    group: unique,
  };
}
