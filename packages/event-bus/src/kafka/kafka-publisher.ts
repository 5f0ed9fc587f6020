import type { FaultLog } from '@writ/service-kit';
import kafkajs, { type Kafka, type Producer } from 'kafkajs';
import type { EventBus, OutgoingMessage } from '../event-bus.ts';

/** A broker takes a megabyte at once for one partition unless told otherwise, and nothing of what is larger. */
const mostBytes = 600_000;

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
      for (const part of parts(messages)) await producer.send({ topic, acks: -1, messages: part });
      faults.recovered();
    },
    close: async () => {
      const producer = await connecting?.catch(() => undefined);
      await producer?.disconnect();
    },
  };
}

/** The messages in their order, in parts that a broker takes. */
function parts(messages: readonly OutgoingMessage[]): OutgoingMessage[][] {
  const all: OutgoingMessage[][] = [];
  let room = 0;
  for (const message of messages) {
    const bytes = message.value.length + Buffer.byteLength(message.key ?? '');
    if (bytes > room) {
      all.push([]);
      room = mostBytes;
    }
    all.at(-1)?.push(message);
    room -= bytes;
  }
  return all;
}
