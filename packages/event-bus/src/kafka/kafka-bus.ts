import { CheckFault, type KafkaAccess, type Logger } from '@writ/service-kit';
import kafkajs, { type Admin, type Kafka, type Producer } from 'kafkajs';
import type { EventBus, OutgoingMessage } from '../event-bus.ts';
import { createMemory } from './batch/memory.ts';
import { mostUnpackedBytes } from './batch/open-batch.ts';
import { isBehind, messagesBehind } from './behind.ts';
import { createKafkaClient, requestTimeoutMs } from './kafka-client.ts';
import { startConsumer } from './kafka-consumer.ts';
import { kafkaReason } from './kafka-reason.ts';

export type KafkaBus = EventBus & {
  /** Messages not taken in; undefined if the topic does not exist. @throws without Kafka */
  behind(): Promise<number | undefined>;
  /** Whether a message older than that, by its time on Kafka, is not taken in. @throws without Kafka */
  hasBehind(before: Date): Promise<boolean>;
};

/**
 * The bus on one Kafka topic. It opens even if no broker is reachable: publishing rejects, and consuming
 * begins later. All in-sync replicas acknowledge. A deleted topic is recreated by the next attempt after a
 * rejected publish or a crashed consumer.
 * @param options.partitions of the topic, if it is missing
 */
export function kafkaBus(
  options: KafkaAccess & {
    topic: string;
    groupId: string;
    clientId: string;
    logger: Logger;
    partitions?: number;
  },
): KafkaBus {
  const { topic, groupId, partitions = 6 } = options;
  const logger = options.logger.with({ topic });
  const { kafka, faults } = createKafkaClient({ ...options, logger });
  const topicReady = untilDone(() => ensureTopic(kafka, topic, partitions));
  const consumers = new Set<{ close(): Promise<void> }>();
  const memory = createMemory(mostUnpackedBytes);
  const connected = untilDone(() => connectProducer(kafka));

  return {
    publish: async (messages) => {
      if (messages.length === 0) return;
      const producer = await connected.done();
      await topicReady.done();
      try {
        for (const part of parts(messages))
          await producer.send({ topic, acks: -1, timeout: requestTimeoutMs, messages: part });
      } catch (error) {
        topicReady.forget();
        throw error;
      }
      faults.recovered();
    },
    consume: (handler) => {
      const consumer = startConsumer({ kafka, topic, groupId, topicReady, handler, memory, faults });
      consumers.add(consumer);
      return Promise.resolve(consumer);
    },
    check: () =>
      askOnce(kafka, async (admin) => {
        await admin.fetchTopicMetadata({ topics: [topic] });
      }),
    behind: () => askOnce(kafka, (admin) => messagesBehind(admin, topic, groupId)),
    hasBehind: (before) => askOnce(kafka, (admin) => isBehind(admin, { topic, groupId, before })),
    close: async () => {
      await Promise.all([...consumers].map((consumer) => consumer.close()));
      const producer = await connected.begun()?.catch(() => undefined);
      await topicReady.begun()?.catch(() => undefined);
      await producer?.disconnect();
    },
  };
}

async function connectProducer(kafka: Kafka): Promise<Producer> {
  const producer = kafka.producer({
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    allowAutoTopicCreation: false,
    // A repeated first request would change the order of several.
    maxInFlightRequests: 1,
  });
  try {
    await producer.connect();
    return producer;
  } catch (error) {
    // Close its connections: the next attempt creates a new one.
    await producer.disconnect().catch(() => undefined);
    throw error;
  }
}

/** After a failure, or when its success is forgotten, the next call repeats it. */
function untilDone<Result>(work: () => Promise<Result>) {
  let doing: Promise<Result> | undefined;
  return {
    done: (): Promise<Result> => {
      doing ??= work().catch((error: unknown) => {
        doing = undefined;
        throw error;
      });
      return doing;
    },
    begun: (): Promise<Result> | undefined => doing,
    forget: (): void => {
      doing = undefined;
    },
  };
}

/** Default limit of brokers for one partition of a request. */
const mostBytes = 600_000;

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

/** An existing topic keeps its partitions. */
const ensureTopic = (kafka: Kafka, topic: string, numPartitions: number): Promise<void> =>
  withAdmin(kafka.admin(), async (admin) => {
    if ((await admin.listTopics()).includes(topic)) return;
    // -1: the brokers' default.
    const topics = [{ topic, numPartitions, replicationFactor: -1 }];
    await admin.createTopics({ topics, waitForLeaders: true });
  });

/** @throws CheckFault that says why Kafka gave no answer */
const askOnce = <T>(kafka: Kafka, work: (admin: Admin) => Promise<T>): Promise<T> =>
  withAdmin(kafka.admin({ retry: { retries: 0 } }), work).catch((error: unknown) => {
    const reason = kafkaReason(error);
    throw reason === undefined ? error : new CheckFault(reason, { cause: error });
  });

async function withAdmin<T>(admin: Admin, work: (admin: Admin) => Promise<T>): Promise<T> {
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
}
