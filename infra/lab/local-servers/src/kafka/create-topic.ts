import { setTimeout as delay } from 'node:timers/promises';
import { withKafkaAdmin } from './kafka-client.ts';

const maxTries = 20;
const betweenTriesMs = 250;

export async function createTopic(options: {
  brokers: string[];
  topic: string;
  partitions?: number;
}): Promise<void> {
  const { brokers, topic, partitions = 1 } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      await withKafkaAdmin(brokers, (admin) =>
        admin.createTopics({
          waitForLeaders: true,
          topics: [{ topic, numPartitions: partitions, replicationFactor: 1 }],
        }),
      );
      return;
    } catch (error) {
      if (tries === maxTries) throw error;
      await delay(betweenTriesMs);
    }
  }
}
