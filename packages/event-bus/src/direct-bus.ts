import { lifecycleTopic } from '@writ/contracts';
import type { Logger } from '@writ/service-kit';
import type { BusHandler, EventBus } from './event-bus.ts';

/**
 * A bus within one process: acknowledges when the consumer has taken messages in. Without a consumer, or if
 * it fails, the publisher keeps its messages and retries.
 */
export function directBus({ logger }: { logger: Logger }): EventBus {
  let consumer: BusHandler | undefined;
  const running = new Set<Promise<void>>();

  return {
    publish: async (messages) => {
      if (!consumer) throw new Error('No consumer takes events in yet');
      const batch = messages.map((message) => ({ ...message, topic: lifecycleTopic }));
      const handling = consumer(batch).finally(() => running.delete(handling));
      running.add(handling);
      await handling;
    },
    consume: (handler) => {
      if (consumer) return Promise.reject(new Error('A direct bus has one consumer'));
      consumer = handler;
      logger.info('Events go from the outbox straight to their consumer');
      return Promise.resolve({
        close: async () => {
          if (consumer === handler) consumer = undefined;
          await Promise.allSettled(running);
        },
      });
    },
    check: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}
