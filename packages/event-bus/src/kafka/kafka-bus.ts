import type { Logger } from '@writ/service-kit';
import type { Kafka } from 'kafkajs';
import type { EventBus } from '../event-bus.ts';
import { ensureTopic } from './ensure-topic.ts';
import { createKafkaClient, type KafkaSecurity } from './kafka-client.ts';
import { startConsumer } from './kafka-consumer.ts';
import { createPublisher } from './kafka-publisher.ts';

/**
 * The bus on one Kafka topic. It opens whether or not a broker can be reached: publishing rejects meanwhile, and
 * consuming begins when one is there.
 *
 * @param options.partitions of the topic, should it be missing.
 */
export function kafkaBus(options: {
  brokers: readonly string[];
  topic: string;
  groupId: string;
  clientId: string;
  logger: Logger;
  partitions?: number;
  security?: KafkaSecurity;
}): EventBus {
  const { topic, groupId, partitions = 6 } = options;
  const logger = options.logger.with({ topic });
  const { kafka, faults } = createKafkaClient({ ...options, logger });
  const topicReady = untilDone(() => ensureTopic(kafka, { topic, partitions }));
  const publisher = createPublisher({ kafka, topic, topicReady, faults });
  const consumers = new Set<{ close(): Promise<void> }>();

  return {
    publish: publisher.publish,
    consume: (handler) => {
      const consumer = startConsumer({ kafka, topic, groupId, topicReady, handler, faults });
      consumers.add(consumer);
      return Promise.resolve(consumer);
    },
    check: () => askForTopic(kafka, topic),
    close: async () => {
      await Promise.all([...consumers].map((consumer) => consumer.close()));
      await publisher.close();
    },
  };
}

/** Does it once; when it fails, the next call tries again. */
function untilDone(work: () => Promise<void>): () => Promise<void> {
  let doing: Promise<void> | undefined;
  return () => {
    doing ??= work().catch((error: unknown) => {
      doing = undefined;
      throw error;
    });
    return doing;
  };
}

async function askForTopic(kafka: Kafka, topic: string): Promise<void> {
  const admin = kafka.admin({ retry: { retries: 0 } });
  try {
    await admin.connect();
    await admin.fetchTopicMetadata({ topics: [topic] });
  } finally {
    await admin.disconnect();
  }
}
