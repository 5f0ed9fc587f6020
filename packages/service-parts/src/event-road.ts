import { lifecycleTopic } from '@writ/contracts';
import { kafkaBus, startRelay, type EventBus, type KafkaBus } from '@writ/event-bus';
import type { Clock, Closing, KafkaAccess, Logger, ServiceFrame } from '@writ/service-kit';
import type { Pool } from 'pg';
import type { Look } from './report-process.ts';

/** Longest wait of an event in the outbox without a poke. */
const pollMs = 250;

/** Readiness stays good without Kafka: events wait in the outbox. */
export function openKafka(
  options: { access: KafkaAccess; service: string } & Pick<ServiceFrame, 'logger' | 'health'>,
  closing: Closing,
): KafkaBus {
  const { access, service, logger, health } = options;
  const bus = kafkaBus({ ...access, topic: lifecycleTopic, groupId: service, clientId: service, logger });
  health.addCheck('kafka', () => bus.check(), { required: false });
  return closing.add(bus, (opened) => opened.close());
}

/** More messages than a busy moment leaves. */
const usuallyBehind = 10_000;
const overdueSeconds = 60;

/** Checks that Kafka is there and has the topic, and how far consumers lag, in messages and time. */
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
    const overdueDetail = `The oldest unconsumed message is older than ${overdueSeconds} s.`;
    return [
      ...(behind > mostBehind
        ? [{ code: 'kafka-lag' as const, detail: `${behind} messages have not been consumed.` }]
        : []),
      ...(overdue ? [{ code: 'kafka-overdue' as const, detail: overdueDetail }] : []),
    ];
  },
});

/** Each age costs a request to Kafka, but only while messages wait that long. */
const agesSeconds = [5, 10, 20, 40, 60, 120, 300, 900, 3_600, 21_600, 86_400];

/**
 * Least age of the oldest message that is not taken in; 0 without one.
 * @throws without Kafka
 */
export async function intakeSeconds(
  bus: Pick<KafkaBus, 'behind' | 'hasBehind'>,
  clock: Clock,
): Promise<number> {
  let oldest = 0;
  if (((await bus.behind()) ?? 0) === 0) return oldest;
  for (const seconds of agesSeconds) {
    if (!(await bus.hasBehind(new Date(clock.now().getTime() - seconds * 1_000)))) break;
    oldest = seconds;
  }
  return oldest;
}

/** Starts the relay of the outbox; returns its poke. */
export function relayOutbox(
  options: { pool: Pool; bus: Pick<EventBus, 'publish'>; logger: Logger },
  closing: Closing,
): () => void {
  const relay = closing.add(startRelay({ ...options, pollMs }), (running) => running.close());
  return () => relay.poke();
}
