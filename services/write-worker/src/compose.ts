import { keepPlans, type Database } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import type { Governor } from '@writ/governor';
import { connectionsForCall, installationsForCall } from '@writ/installation';
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
import { unclaimOperations, type ClaimedOperation } from '@writ/operation';
import type { Providers } from '@writ/providers';
import type { Closing, Logger, Metrics } from '@writ/service-kit';
import { openConnections } from '@writ/service-parts';
import { mostUnderWay, type Config } from './config.ts';
import { createCallSizes } from './operations/call-sizes.ts';
import { createInFlight } from './operations/in-flight.ts';
import { createPerformCall } from './operations/perform-call.ts';
import { createPerformOperation } from './operations/perform-operation.ts';
import { recentlyFound } from './operations/recently-found.ts';
import { createSettleAttempts, type SettleAttempts } from './operations/settle-attempts.ts';
import { endedMetrics } from './operations/ended-metrics.ts';
import { createClaimDue } from './operations/claim-due.ts';
import { operationWork } from './operations/operation-work.ts';
import { endOverdueOperations } from './waiting/end-overdue-operations.ts';
import { renewTokens } from './waiting/renew-tokens.ts';
import { revokeDeleted } from './waiting/revoke-deleted.ts';
import { releaseWaitingOperations } from './waiting/release-waiting-operations.ts';
import { verifyConnections } from './waiting/verify-connections.ts';

/** Writes continue this soon after a connection works again. */
const releaseEveryMs = 1_000;

const verifyEveryMs = 2_000;

const renewEveryMs = 1_000;

const revokeEveryMs = 1_000;

export type WorkerParts = {
  config: Pick<
    Config,
    'PUBLIC_MANAGEMENT_URL' | 'WORKER_LANE_SLOTS' | 'WORKER_ACCOUNT_CONCURRENCY' | 'WRITE_GATHER'
  >;
  database: Database;
  secrets: Secrets;
  providers: Providers;
  governor: Governor;
  laneQueues: { usual: JobQueue; troubled: JobQueue };
  pokeRelay: () => void;
  random: () => number;
  logger: Logger;
  metrics: Metrics;
};

/** Closing finishes running work. */
export async function startWorker(parts: WorkerParts, closing: Closing): Promise<RunningLanes> {
  const { config, database, logger, metrics } = parts;
  const { pool } = database;
  const findConnection = connectionsForCall(database, parts.secrets);
  const connections = openConnections(parts, closing, findConnection);
  const findInstallation = recentlyFound(installationsForCall(database));
  const performDeps = { ...parts, connections, findInstallation };
  const giveBack = (operations: readonly ClaimedOperation[]) => unclaimOperations(pool, operations);
  const plans = closing.add(keepPlans({ db: pool, table: 'operation' }), (kept) => kept.close());
  const settle = createSettleAttempts({
    ...parts,
    pool,
    plans,
    managementUrl: config.PUBLIC_MANAGEMENT_URL,
    findInstallation,
    onEnded: endedMetrics(metrics),
  });
  const sizes = createCallSizes();
  const gathers = config.WRITE_GATHER === 'on';
  const monotonicMs = () => performance.now();
  const inFlight = createInFlight(config.WORKER_ACCOUNT_CONCURRENCY);
  const claimDue = createClaimDue({ pool, plans, gathers, sizes, logger, monotonicMs });
  const work = operationWork({
    ...parts,
    pool,
    claimDue,
    gathers,
    sizes,
    inFlight,
    findInstallation,
    perform: createPerformCall({ ...performDeps, giveBack, sizes, inFlight, monotonicMs }),
    settle,
  });
  const lanes = await runLanes({
    work,
    pool,
    queues: parts.laneQueues,
    slots: {
      usual: config.WORKER_LANE_SLOTS,
      troubled: Math.max(1, Math.floor(config.WORKER_LANE_SLOTS / 4)),
    },
    concurrency: config.WORKER_ACCOUNT_CONCURRENCY,
    most: mostUnderWay(config),
    logger,
    metrics,
  });
  closing.add(lanes, (running) => running.close());
  startWaitingRounds(
    parts,
    { lanes, findConnection, connections, perform: createPerformOperation(performDeps), settle },
    closing,
  );
  return lanes;
}

type WaitingParts = {
  lanes: RunningLanes;
  findConnection: Parameters<typeof verifyConnections>[0]['findConnection'];
  connections: Parameters<typeof verifyConnections>[0]['connections'] &
    Parameters<typeof renewTokens>[0]['connections'];
  perform: ReturnType<typeof createPerformOperation>;
  settle: SettleAttempts;
};

function startWaitingRounds(
  parts: WorkerParts,
  { lanes, findConnection, connections, perform, settle }: WaitingParts,
  closing: Closing,
): void {
  const waker = closing.add(createWaker(parts, lanes), (opened) => opened.idle());
  const waiting = {
    pool: parts.database.pool,
    logger: parts.logger,
    wakeLanes: (laneIds: Iterable<string>) => waker.wake(laneIds),
  };
  closing.add(
    verifyConnections({
      ...parts,
      findConnection,
      connections,
      announce: addToOutbox,
      everyMs: verifyEveryMs,
    }),
    (rounds) => rounds.close(),
  );
  closing.add(
    renewTokens({ ...parts, pool: parts.database.pool, connections, everyMs: renewEveryMs }),
    (rounds) => rounds.close(),
  );
  closing.add(revokeDeleted({ ...parts, pool: parts.database.pool, everyMs: revokeEveryMs }), (rounds) =>
    rounds.close(),
  );
  closing.add(releaseWaitingOperations({ ...waiting, everyMs: releaseEveryMs }), (rounds) => rounds.close());
  closing.add(
    endOverdueOperations({
      ...waiting,
      perform,
      settle,
      everyMs: usualLaneTimes.sweepEveryMs,
    }),
    (rounds) => rounds.close(),
  );
}

function createWaker({ laneQueues, logger, metrics }: WorkerParts, lanes: RunningLanes): LaneWaker {
  const poke = (laneId: string): boolean => lanes.poke(laneId);
  return createLaneWaker({ queue: laneQueues.usual, poke, logger, onFailure: countLostWakes(metrics) });
}
