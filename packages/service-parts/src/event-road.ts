import { lifecycleTopic } from '@writ/contracts';
import { kafkaBus, startRelay, type EventBus, type KafkaBus } from '@writ/event-bus';
import type { Closing, Logger, ServiceFrame } from '@writ/service-kit';
import type { Pool } from 'pg';
import type { Look } from './report-process.ts';

/** How long an event waits at most in the outbox when nobody pokes. */
const pollMs = 250;

/**
 * The bus of lifecycle events. `service` names its client and its group of consumers. Readiness tells of Kafka and does
 * without it: events wait in the outbox.
 */
export function openKafka(
  options: { brokers: readonly string[]; service: string } & Pick<ServiceFrame, 'logger' | 'health'>,
  closing: Closing,
): KafkaBus {
  const { brokers, service, logger, health } = options;
  const bus = kafkaBus({ brokers, topic: lifecycleTopic, groupId: service, clientId: service, logger });
  health.addCheck('kafka', () => bus.check(), { required: false });
  return closing.add(bus, (opened) => opened.close());
}

/** So many messages that were not taken in are no longer those of a busy moment. */
const usuallyBehind = 10_000;

/** Looks whether Kafka is there, has the topic, and how far its consumers are behind. */
export const kafkaLook = (bus: Pick<KafkaBus, 'behind'>, mostBehind = usuallyBehind): Look => ({
  part: 'Kafka',
  away: 'kafka-away',
  look: async () => {
    const behind = await bus.behind();
    if (behind === undefined)
      return [{ code: 'kafka-topic-missing', detail: `There is no ${lifecycleTopic}.` }];
    if (behind <= mostBehind) return [];
    return [{ code: 'kafka-lag', detail: `${behind} messages were not taken in.` }];
  },
});

/** Starts to publish the outbox on the bus; gives what makes it look at once. */
export function relayOutbox(
  options: { pool: Pool; bus: Pick<EventBus, 'publish'>; logger: Logger },
  closing: Closing,
): () => void {
  const relay = closing.add(startRelay({ ...options, pollMs }), (running) => running.close());
  return () => relay.poke();
}
