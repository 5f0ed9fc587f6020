import type { FaultLog } from '@writ/service-kit';
import kafkajs, { type Kafka, type Producer } from 'kafkajs';
import type { EventBus } from '../event-bus.ts';

/** Publishes batches, each acknowledged by all in-sync replicas; connects when there is something to publish. */
export function createPublisher(options: {
  kafka: Kafka;
  topic: string;
  topicReady: () => Promise<void>;
  faults: FaultLog;
}): Pick<EventBus, 'publish' | 'close'> {
  const { kafka, topic, topicReady, faults } = options;
  let connecting: Promise<Producer> | undefined;

  const connect = async (): Promise<Producer> => {
    await topicReady();
    const producer = kafka.producer({
      createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
      allowAutoTopicCreation: false,
      // More than one could change places when the first is repeated.
      maxInFlightRequests: 1,
    });
    await producer.connect();
    return producer;
  };
  const connected = (): Promise<Producer> => {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined;
      throw error;
    });
    return connecting;
  };

  return {
    publish: async (messages) => {
      if (messages.length === 0) return;
      const producer = await connected();
      await producer.send({ topic, acks: -1, messages: [...messages] });
      faults.recovered();
    },
    close: async () => {
      const producer = await connecting?.catch(() => undefined);
      await producer?.disconnect();
    },
  };
}
