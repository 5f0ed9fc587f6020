import { lifecycleTopic } from '@writ/contracts';
import { kafkaBus, startRelay, type EventBus } from '@writ/event-bus';
import type { Closing, Logger, ServiceFrame } from '@writ/service-kit';
import type { Pool } from 'pg';

/** How long an event waits at most in the outbox when nobody pokes. */
const pollMs = 250;

/**
 * The bus of lifecycle events. `service` names its client and its group of consumers. Readiness tells of Kafka and does
 * without it: events wait in the outbox.
 */
export function openKafka(
  options: { brokers: readonly string[]; service: string } & Pick<ServiceFrame, 'logger' | 'health'>,
  closing: Closing,
): EventBus {
  const { brokers, service, logger, health } = options;
  const bus = kafkaBus({ brokers, topic: lifecycleTopic, groupId: service, clientId: service, logger });
  health.addCheck('kafka', () => bus.check(), { required: false });
  return closing.add(bus, (opened) => opened.close());
}

/** Starts to publish the outbox on the bus; gives what makes it look at once. */
export function relayOutbox(
  options: { pool: Pool; bus: Pick<EventBus, 'publish'>; logger: Logger },
  closing: Closing,
): () => void {
  const relay = closing.add(startRelay({ ...options, pollMs }), (running) => running.close());
  return () => relay.poke();
}
