import type { LaneKind } from '@writ/contracts';
import type { Database, LeaderRounds } from '@writ/db';
import type { AccountLook } from '@writ/governor';
import type { Endpoint } from '@writ/http';
import { findInstallationFacts, type InstallationRef } from '@writ/installation';
import type { JobQueue } from '@writ/job-queue';
import { countLostWakes, createLaneWaker, type LaneWaker } from '@writ/lanes';
import { errorFields, type Closing, type Logger, type Metrics } from '@writ/service-kit';
import { countEnded, keepInBounds, type RedisLook } from '@writ/service-parts';
import { runTasks } from '@writ/task';
import { longestOwnRetention, type Secrets } from '@writ/tenancy';
import { endAbandonedWrites } from './abandoned/end-abandoned-writes.ts';
import { usualGraceMs } from './erasing/erase-group.ts';
import { eraseProjectWorks } from './erasing/erase-project.ts';
import { exportWorks } from './exporting/export-works.ts';
import { eraseTask } from './tasks/erase-task.ts';
import { measureInstallation } from './figures.ts';
import { follow } from './following/follow.ts';
import { faultlessLook } from './lanes/account-figures.ts';
import type { ManagingDeps } from './managing/managing-deps.ts';
import { operationRemovals } from './retention/operation-removals.ts';
import { getOperationAttempts } from './routes/attempt-endpoints.ts';
import { cancelManyOperations, cancelOperation } from './routes/cancel-endpoints.ts';
import { groupEndpoints } from './routes/group-endpoints.ts';
import { getSearch } from './routes/get-search.ts';
import { getStats } from './routes/get-stats.ts';
import { laneEndpoints } from './routes/lane-endpoints.ts';
import {
  getInstallationOperations,
  getOperation,
  getOperationLogs,
  getOperationRecords,
  getOperations,
} from './routes/operation-endpoints.ts';
import { getSystem } from './routes/get-system.ts';
import { retryManyOperations, retryOperation } from './routes/retry-endpoints.ts';
import { taskEndpoints } from './routes/task-endpoints.ts';
import { cancelTask } from './tasks/cancel-task.ts';
import { retryTask } from './tasks/retry-task.ts';

export type OperationsParts = {
  config: {
    PUBLIC_MANAGEMENT_URL: string;
    OPERATION_RETENTION_DAYS: number;
    SENT_RETENTION_DAYS: number;
    AUDIT_RETENTION_DAYS: number;
  };
  database: Database;
  /** Hashes the values that operations are searched by. */
  secrets: Pick<Secrets, 'valueHashers'>;
  laneQueues: Readonly<Record<LaneKind, JobQueue>>;
  lookAtAccount: AccountLook;
  /** Absent in a form without Redis. */
  lookAtRedis?: RedisLook | undefined;
  /** Per part of the system. */
  lookLimitMs?: number;
  /** An erasure waits so long for requests that began before it. */
  graceMs?: number;
  /** Wakes a lane that a worker of this process drains. */
  pokeLane?: (laneId: string) => boolean;
  pokeRelay: () => void;
  logger: Logger;
  metrics: Metrics;
};

/** Retries are remembered longer than their operations and what those sent, so a late request sends nothing twice. */
const retryMarginDays = 3;

/** Builds the endpoints and a start for background work. Closing finishes work in flight. */
export function composeOperations(
  parts: OperationsParts,
  closing: Closing,
): { endpoints: readonly Endpoint[]; start: () => void } {
  const { config, database, logger } = parts;
  const { pool, prisma, transaction } = database;
  const wakers = createWakers(parts, closing);
  const ended = countEnded(parts.metrics);
  const deps = {
    onCancelled: (operations: number) => ended({ mode: 'asynchronous', outcome: 'cancelled' }, operations),
    pool,
    prisma,
    transaction,
    announcement: {
      managementUrl: config.PUBLIC_MANAGEMENT_URL,
      findFacts: (operations: readonly InstallationRef[]) => findInstallationFacts(pool, operations),
    },
    retriesKeptHours: retriesKept(parts),
    pokeRelay: parts.pokeRelay,
    wakeLanes: (laneIds: Iterable<string>) => wakers.provider.wake(laneIds),
  };
  const lanes = {
    prisma,
    transaction,
    look: faultlessLook(parts.lookAtAccount, logger),
    wake: (kind: LaneKind, laneId: string) => wakers[kind].wake([laneId]),
  };
  let pokeTasks = (): void => undefined;
  const many = { ...deps, pokeTasks: () => pokeTasks() };
  const telling = { ...database, managementUrl: config.PUBLIC_MANAGEMENT_URL };
  const endpoints = [
    getOperations(database),
    cancelManyOperations(many),
    retryManyOperations(many),
    getOperation(database),
    cancelOperation(deps),
    retryOperation(deps),
    getOperationRecords(database),
    getOperationAttempts(database),
    getOperationLogs(database),
    getInstallationOperations(database),
    getSearch({ ...database, secrets: parts.secrets }),
    getStats(database),
    ...groupEndpoints(many),
    ...taskEndpoints(telling),
    ...laneEndpoints(lanes),
    getSystem(parts),
  ];
  const start = (): void => {
    const tasks = closing.add(runOwnTasks(parts, deps), (running) => running.close());
    pokeTasks = () => tasks.poke();
    closing.add(follow({ pool, logger }), (rounds) => rounds.close());
    closing.add(endAbandonedWrites({ ...parts, onEnded: ended }), (rounds) => rounds.close());
    closing.add(runRetention(parts), (retention) => retention.close());
    closing.add(measureInstallation(parts), (rounds) => rounds.close());
  };
  return { endpoints, start };
}

const retriesKept =
  ({ config, database }: OperationsParts): ManagingDeps['retriesKeptHours'] =>
  async (projectIds) => {
    const ownDays = await longestOwnRetention(database.pool, projectIds);
    const days = Math.max(config.SENT_RETENTION_DAYS, config.OPERATION_RETENTION_DAYS, ownDays);
    return (days + retryMarginDays) * 24;
  };

const runOwnTasks = (
  { database, logger, graceMs = usualGraceMs }: OperationsParts,
  deps: ManagingDeps,
): LeaderRounds =>
  runTasks({
    database,
    name: 'tasks-for-operations',
    works: [
      cancelTask(deps),
      retryTask(deps),
      eraseTask({ ...deps, graceMs }),
      ...eraseProjectWorks({ ...database, graceMs }),
      ...exportWorks(database),
    ],
    onError: (error) => logger.warn('step of a task failed; it is repeated', errorFields(error)),
  });

const runRetention = ({ config, ...parts }: OperationsParts): LeaderRounds =>
  keepInBounds({
    ...parts,
    name: 'operation-retention',
    // Operations; a batch has up to 100 records.
    stepSize: 200,
    removals: operationRemovals(config),
  });

function createWakers(parts: OperationsParts, closing: Closing): Readonly<Record<LaneKind, LaneWaker>> {
  const { laneQueues, pokeLane, logger, metrics } = parts;
  const onFailure = countLostWakes(metrics);
  const waker = (queue: JobQueue, poke?: (laneId: string) => boolean) =>
    closing.add(createLaneWaker({ queue, ...(poke && { poke }), logger, onFailure }), (w) => w.idle());
  return { provider: waker(laneQueues.provider, pokeLane), destination: waker(laneQueues.destination) };
}
