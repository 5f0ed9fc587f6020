import type { Kafka } from 'kafkajs';

/** Creates the topic when it is missing; one that exists is left as it is, whatever its partitions. */
export async function ensureTopic(
  kafka: Kafka,
  { topic, partitions }: { topic: string; partitions: number },
): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    if ((await admin.listTopics()).includes(topic)) return;
    // -1: as many copies as the brokers are set to keep.
    const wanted = { topic, numPartitions: partitions, replicationFactor: -1 };
    await admin.createTopics({ topics: [wanted], waitForLeaders: true });
  } finally {
    await admin.disconnect();
  }
}
