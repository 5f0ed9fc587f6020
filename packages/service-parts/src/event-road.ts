import { lifecycleTopic } from '@writ/contracts';
import { kafkaBus, startRelay, type EventBus } from '@writ/event-bus';
import type { Closing, Logger } from '@writ/service-kit';
import type { Pool } from 'pg';

/** How long an event waits at most in the outbox when nobody pokes. */
const pollMs = 250;

/** The bus of lifecycle events. `service` names its client and its group of consumers. */
export const openKafka = (
  { brokers, service, logger }: { brokers: readonly string[]; service: string; logger: Logger },
  closing: Closing,
): EventBus =>
  closing.add(
    kafkaBus({ brokers, topic: lifecycleTopic, groupId: service, clientId: service, logger }),
    (opened) => opened.close(),
  );

/** Starts to publish the outbox on the bus; gives what makes it look at once. */
export function relayOutbox(
  options: { pool: Pool; bus: Pick<EventBus, 'publish'>; logger: Logger },
  closing: Closing,
): () => void {
  const relay = closing.add(startRelay({ ...options, pollMs }), (running) => running.close());
  return () => relay.poke();
}
