import { lifecycleTopic } from '@writ/contracts';
import { kafkaBus, startRelay, type EventBus, type KafkaBus } from '@writ/event-bus';
import type { Clock, Closing, Logger, ServiceFrame } from '@writ/service-kit';
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
/** Messages that wait for so long do not wait for their turn any more. */
const overdueSeconds = 60;

/** Looks whether Kafka is there, has the topic, and how far its consumers are behind, in messages and in time. */
export const kafkaLook = (
  bus: Pick<KafkaBus, 'behind' | 'hasBehind'>,
  clock: Clock,
  mostBehind = usuallyBehind,
): Look => ({
  part: 'Kafka',
  away: 'kafka-away',
  look: async () => {
    const behind = await bus.behind();
    if (behind === undefined)
      return [{ code: 'kafka-topic-missing', detail: `There is no ${lifecycleTopic}.` }];
    const overdue = await bus.hasBehind(new Date(clock.now().getTime() - overdueSeconds * 1_000));
    const overdueDetail = `The oldest message that was not taken in is older than ${overdueSeconds} s.`;
    return [
      ...(behind > mostBehind
        ? [{ code: 'kafka-lag' as const, detail: `${behind} messages were not taken in.` }]
        : []),
      ...(overdue ? [{ code: 'kafka-overdue' as const, detail: overdueDetail }] : []),
    ];
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
