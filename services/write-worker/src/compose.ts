import type { Database } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { connectionsForCall, liveConnections, type Keyring } from '@writ/installation';
import type { JobQueue } from '@writ/job-queue';
import { runLanes, usualLaneTimes, type RunningLanes } from '@writ/lanes';
import type { Providers } from '@writ/providers';
import type { Closing, Logger, Metrics } from '@writ/service-kit';
import { createPerformOperation } from './operations/perform-operation.ts';
import { createSettleAttempts } from './operations/settle-attempts.ts';
import { operationWork } from './operations/operation-work.ts';

/** What the worker is made of: opened by its own `main`, or by a process that runs several services. */
export type WorkerParts = {
  config: { PUBLIC_MANAGEMENT_URL: string; WORKER_LANE_SLOTS: number; WORKER_ACCOUNT_CONCURRENCY: number };
  database: Database;
  keyring: Keyring;
  providers: Providers;
  laneQueues: { usual: JobQueue; troubled: JobQueue };
  /** Tells the relay that the outbox holds something new. */
  pokeRelay: () => void;
  random: () => number;
  logger: Logger;
  metrics: Metrics;
};

/** Starts to drain the lanes of provider accounts; closing finishes what is under way. */
export async function startWorker(parts: WorkerParts, closing: Closing): Promise<RunningLanes> {
  const { config, database, logger, metrics } = parts;
  const { pool } = database;
  const connections = closing.add(
    liveConnections({
      ...parts,
      findConnection: connectionsForCall(database, parts.keyring),
      announce: addToOutbox,
    }),
    (opened) => opened.idle(),
  );
  const work = operationWork({
    pool,
    perform: createPerformOperation({ ...parts, connections }),
    settle: createSettleAttempts({
      pool,
      logger,
      managementUrl: config.PUBLIC_MANAGEMENT_URL,
      pokeRelay: parts.pokeRelay,
    }),
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
    times: usualLaneTimes,
    logger,
    metrics,
  });
  return closing.add(lanes, (running) => running.close());
}
