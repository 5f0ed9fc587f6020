import { once } from 'node:events';
import { startLoop, type FaultLog } from '@writ/service-kit';
import type { Consumer, Kafka } from 'kafkajs';
import { backoffMs } from '../backoff.ts';
import type { BusHandler } from '../event-bus.ts';
import type { Memory } from './batch/memory.ts';
import { batchHandler } from './kafka-batch.ts';

const settings = {
  // A broker answers as soon as there is a message, so a long wait only saves idle polls; closing waits for
  // it.
  maxWaitTimeInMs: 500,
  // A dead member keeps its partitions so long; the default minimum of brokers.
  sessionTimeout: 6_000,
  heartbeatInterval: 2_000,
  allowAutoTopicCreation: false,
  // We restart it, in one way for all kinds of crash.
  retry: { retries: 4, restartOnFailure: () => Promise.resolve(false) },
};

/** After so long a consumer counts as sound: longer than the longest pause before a new one. */
const soundMs = 10_000;

/** More than a process usually has. */
const mostPartitionsAtOnce = 32;

type ConsumerOptions = {
  kafka: Kafka;
  topic: string;
  groupId: string;
  topicReady: { done(): Promise<void>; forget(): void };
  handler: BusHandler;
  memory: Memory;
  faults: FaultLog;
};

/** Consumes until closed. After a crash it looks for the topic again and creates a new consumer. */
export function startConsumer(options: ConsumerOptions): { close(): Promise<void> } {
  const { kafka, topic, groupId, topicReady, faults } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;

  const consumeUntilCrash = async (): Promise<void> => {
    await topicReady.done();
    const consumer = kafka.consumer({ groupId, ...settings });
    const watch = watchSound(consumer, () => {
      failures = 0;
      faults.recovered();
    });
    const crash = new Promise<never>((_, reject) => {
      consumer.on(consumer.events.CRASH, ({ payload }) => reject(payload.error));
    });
    const run = async (): Promise<never> => {
      await consumer.connect();
      // From the beginning: events published before the group existed count.
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({
        eachBatchAutoResolve: false,
        // All partitions of a fetch concurrently, so that they share a commit.
        partitionsConsumedConcurrently: mostPartitionsAtOnce,
        eachBatch: batchHandler({ ...options, signal }),
      });
      return crash;
    };
    const over = new AbortController();
    try {
      await Promise.race([crash, run(), aborted(signal, over.signal)]);
    } finally {
      over.abort();
      watch.end();
      await consumer.disconnect();
    }
  };

  const consuming = startLoop({
    step: async () => {
      await consumeUntilCrash();
      return 0;
    },
    onFault: (error) => {
      faults.failed(error);
      topicReady.forget();
      failures += 1;
      return backoffMs(failures);
    },
  });
  return {
    close: () => {
      stopping.abort();
      return consuming.close();
    },
  };
}

/** Joining the group does not prove that it can read: otherwise the consumer crashes soon. */
function watchSound(consumer: Consumer, onSound: () => void) {
  let timer: NodeJS.Timeout | undefined;
  consumer.on(consumer.events.GROUP_JOIN, () => {
    timer ??= setTimeout(onSound, soundMs);
  });
  return { end: (): void => clearTimeout(timer) };
}

/** @param over ends the wait by a rejection, so that no listener stays on a longer-lived signal */
const aborted = async (signal: AbortSignal, over: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort', { signal: over });
};
