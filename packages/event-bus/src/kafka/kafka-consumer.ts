import { once } from 'node:events';
import { startLoop, type FaultLog } from '@writ/service-kit';
import type { Consumer, Kafka } from 'kafkajs';
import { backoffMs } from '../backoff.ts';
import type { BusHandler } from '../event-bus.ts';
import type { Memory } from './batch/memory.ts';
import { batchHandler } from './kafka-batch.ts';

const settings = {
  // A broker answers a fetch as soon as there is something, so a long wait costs no latency and saves the idle polls;
  // closing waits for it, so it is not longer than this.
  maxWaitTimeInMs: 500,
  // A member that died keeps its partitions until then; brokers allow no shorter time unless told.
  sessionTimeout: 6_000,
  heartbeatInterval: 2_000,
  allowAutoTopicCreation: false,
  // Restarting it is our part, so that there is one way for all kinds of crash.
  retry: { retries: 4, restartOnFailure: () => Promise.resolve(false) },
};

/** A consumer that has run for so long is sound: longer than the longest wait before the next one. */
const soundMs = 10_000;

/** More than a process has, as a rule. */
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

/**
 * Consumes until closed. A consumer that crashes, for whatever reason, is replaced by a new one, for which the topic is
 * looked for anew: the client of one that lost its topic gives up after some seconds, and crashes.
 */
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
      // From the beginning: what was published before the group first came must not be lost.
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({
        eachBatchAutoResolve: false,
        // All partitions of a fetch at once: who takes them in may do it in one commit.
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

/** Joining the group does not tell that what it holds can be read: where it cannot, the consumer crashes soon after. */
function watchSound(consumer: Consumer, onSound: () => void) {
  let timer: NodeJS.Timeout | undefined;
  consumer.on(consumer.events.GROUP_JOIN, () => {
    timer ??= setTimeout(onSound, soundMs);
  });
  return { end: (): void => clearTimeout(timer) };
}

/** @param over ends the wait, whose promise then rejects, so that nothing of it stays with a signal that lives longer. */
const aborted = async (signal: AbortSignal, over: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort', { signal: over });
};
