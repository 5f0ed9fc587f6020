import { keepPlans, type Database, type LeaderRounds } from '@writ/db';
import type { EventBus } from '@writ/event-bus';
import type { Endpoint } from '@writ/http';
import type { Secrets } from '@writ/tenancy';
import type { JobQueue } from '@writ/job-queue';
import {
  countLostWakes,
  createLaneWaker,
  runLanes,
  usualLaneTimes,
  type LaneWaker,
  type RunningLanes,
} from '@writ/lanes';
import { keepInBounds, measureByLeader } from '@writ/service-parts';
import { runTasks } from '@writ/task';
import {
  consoleUrlOf,
  errorFields,
  type Clock,
  type Closing,
  type Logger,
  type Metrics,
} from '@writ/service-kit';
import type { Config, DeliveryConfig } from './config.ts';
import { createDestinationBook } from './delivery/destination-book.ts';
import { deliveryWork } from './delivery/delivery-work.ts';
import type { DisablingLimits } from './delivery/disabling.ts';
import { attemptTeller } from './delivery/tell-attempts.ts';
import { redeliverWork } from './deliveries/redeliver-task.ts';
import { createMetadataCheck } from './destinations/check-destination.ts';
import { destinationRepository } from './destinations/destination-repository.ts';
import { startSealingQueries } from './destinations/seal-queries.ts';
import { eraseEventsWork } from './erasing/erase-events.ts';
import { eraseProjectsEventsWork } from './erasing/erase-project.ts';
import { exportEventsWork } from './exporting/export-events.ts';
import { secretBox } from './destinations/secrets.ts';
import { notificationEndpoints } from './endpoints.ts';
import { createIngest } from './ingest/ingest-batch.ts';
import { notificationRemovals } from './retention/notification-removals.ts';
import { openPulling, type PullTimes } from './pulling/open-pulling.ts';
import { openOutbound } from './outbound/open-outbound.ts';

export type NotificationParts = {
  config: DeliveryConfig & Pick<Config, 'CONSOLE' | 'PUBLIC_MANAGEMENT_URL'>;
  database: Database;
  secrets: Secrets;
  laneQueues: { usual: JobQueue; troubled: JobQueue };
  bus: EventBus;
  /** Age of the oldest message waiting on the bus; absent for a bus that stores none. */
  intakeSeconds?: () => Promise<number>;
  pokeRelay: () => void;
  clock: Clock;
  random: () => number;
  /** The contract's by default. */
  attemptLimitMs?: number;
  pullTimes?: Partial<PullTimes>;
  logger: Logger;
  metrics: Metrics;
};

/**
 * After a crash, deliveries wait for these leases. Shorter than for writes, since a repeated delivery does no harm.
 */
const laneTimes = { ...usualLaneTimes, leaseMs: 9_000, renewEveryMs: 3_000 };
const hourMs = 3_600_000;
const disablingLimits = (config: DeliveryConfig): DisablingLimits => ({
  failingMs: config.DESTINATION_DISABLE_FAILING_HOURS * hourMs,
  failuresInRow: config.DESTINATION_DISABLE_FAILURES,
  failuresForMs: config.DESTINATION_DISABLE_FAILURES_HOURS * hourMs,
});

/** Builds the endpoints and a start for consumer and deliveries. Closing finishes deliveries in flight. */
export function composeNotification(
  parts: NotificationParts,
  closing: Closing,
): { endpoints: readonly Endpoint[]; start: () => Promise<void> } {
  const { config, database } = parts;
  const { pool } = database;
  const { allowed, publicOnly } = openOutbound(config, closing);
  const addresses = { managementUrl: config.PUBLIC_MANAGEMENT_URL, consoleUrl: consoleUrlOf(config) };
  const sending = { ...allowed, ...addresses };
  const secrets = secretBox(parts.secrets);
  const scheduleMs = config.DELIVERY_SCHEDULE_SECONDS.map((seconds) => seconds * 1_000);
  const delivering = { ...parts, pool, scheduleMs, tellAttempt: attemptTeller(parts) };
  const pulling = openPulling(delivering);
  const running: { lanes?: RunningLanes; tasks?: LeaderRounds } = {};
  const pokeLane = (laneId: string): boolean => running.lanes?.poke(laneId) ?? false;
  const waker = closing.add(createWaker(parts, pulling.poke, pokeLane), (w) => w.idle());
  const endpoints = notificationEndpoints({
    ...parts,
    ...sending,
    ...pulling,
    publicOnly,
    waker,
    pokeTasks: () => running.tasks?.poke(),
    destinations: destinationRepository(database, secrets),
    checkMetadata: createMetadataCheck(allowed.rules),
  });
  const book = closing.add(
    createDestinationBook({ ...parts, ...sending, pool, secrets, limitMs: parts.attemptLimitMs }),
    (open) => open.close(),
  );
  const plans = closing.add(keepPlans({ db: pool, table: 'delivery' }), (kept) => kept.close());
  const work = deliveryWork({ ...delivering, plans, book, disabling: disablingLimits(config) });
  const ingest = createIngest({ ...parts, pool, waker });
  const start = async (): Promise<void> => {
    const slots = { usual: config.DELIVERY_LANE_SLOTS, troubled: Math.ceil(config.DELIVERY_LANE_SLOTS / 4) };
    const lanes = await runLanes({
      ...parts,
      work,
      pool,
      queues: parts.laneQueues,
      slots,
      concurrency: config.DELIVERY_CONCURRENCY,
      most: config.DELIVERY_LANE_SLOTS * config.DELIVERY_CONCURRENCY,
      times: laneTimes,
    });
    running.lanes = closing.add(lanes, (started) => started.close());
    closing.add(runRetention(parts), (retention) => retention.close());
    closing.add(measureDestinations(parts), (rounds) => rounds.close());
    closing.add(measureIntake(parts), (rounds) => rounds.close());
    closing.add(startSealingQueries({ ...parts, box: secrets }), (rounds) => rounds.close());
    closing.add(await parts.bus.consume(ingest), (consumer) => consumer.close());
    pulling.start(closing);
    running.tasks = closing.add(runOwnTasks(parts, waker), (rounds) => rounds.close());
  };
  return { endpoints, start };
}

const runOwnTasks = ({ database, logger }: NotificationParts, waker: LaneWaker): LeaderRounds =>
  runTasks({
    database,
    name: 'tasks-for-deliveries',
    works: [
      redeliverWork({ ...database, waker }),
      eraseEventsWork(database),
      eraseProjectsEventsWork(database),
      exportEventsWork(database),
    ],
    onError: (error) => logger.warn('step of a task failed; it is repeated', errorFields(error)),
  });

const measureDestinations = ({ database, ...parts }: NotificationParts): LeaderRounds =>
  measureByLeader({
    ...parts,
    pool: database.pool,
    name: 'notification-figures',
    figures: [
      {
        name: 'writ_destinations_disabled',
        help: 'Destinations that are disabled: by hand, by a receiver that is gone, for their failures, or since nobody fetched',
        measure: () => database.prisma.destination.count({ where: { status: 'disabled' } }),
      },
    ],
  });

/** Apart from other figures: it fails without Kafka. */
const measureIntake = ({ database, intakeSeconds, ...parts }: NotificationParts): LeaderRounds =>
  measureByLeader({
    ...parts,
    pool: database.pool,
    name: 'intake-figures',
    figures: [
      {
        name: 'writ_intake_oldest_seconds',
        help: 'Least age of the oldest event on Kafka that is not taken in',
        measure: intakeSeconds ?? (() => Promise.resolve(0)),
      },
    ],
  });

const runRetention = ({ config, ...parts }: NotificationParts): LeaderRounds =>
  keepInBounds({
    ...parts,
    name: 'notification-retention',
    stepSize: 500,
    removals: notificationRemovals(config),
  });

function createWaker(
  { laneQueues, logger, metrics }: NotificationParts,
  pokeClients: (destinationId: string) => void,
  pokeLane: (laneId: string) => boolean,
) {
  // Also wakes lanes that clients fetch from: they find nothing to claim and rest.
  const poke = (laneId: string): boolean => {
    pokeClients(laneId);
    return pokeLane(laneId);
  };
  return createLaneWaker({ queue: laneQueues.usual, poke, logger, onFailure: countLostWakes(metrics) });
}
