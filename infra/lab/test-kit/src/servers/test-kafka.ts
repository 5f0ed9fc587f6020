import { randomBytes } from 'node:crypto';
import { createTopic } from '@writ/local-servers';
import { fromTestEnvironment } from '../test-environment.ts';

export type TestKafka = {
  brokers: string[];
  /** A new topic. */
  topic: (prefix: string, options?: { partitions?: number }) => Promise<string>;
  group: (prefix: string) => string;
};

/** The run's. Tests that stop a broker use `startKafka`. */
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
