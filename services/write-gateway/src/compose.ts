import { writeHostFacts } from '@writ/contracts';
import { askAgain, isUnavailable, type Database } from '@writ/db';
import type { Governor } from '@writ/governor';
import { createHttpApp, createRateLimit, type HttpApp, type RateLimit } from '@writ/http-kit';
import { addToOutbox } from '@writ/event-bus';
import { connectionsForCall, liveConnections, writeLookUps } from '@writ/installation';
import { callerCredentials, type Keyring } from '@writ/tenancy';
import { createLaneWaker } from '@writ/lanes';
import type { JobQueue } from '@writ/job-queue';
import { countUnfinished, createAccept, createRecordEnded } from '@writ/operation';
import type { Providers } from '@writ/providers';
import {
  errorFields,
  problemSettingsOf,
  type Clock,
  type Closing,
  type Health,
  type Logger,
  type Metrics,
  type PublicFacts,
} from '@writ/service-kit';
import { Counter, Histogram } from 'prom-client';
import { postWrite } from './routes/post-write.ts';
import { createPerformOnce } from './idempotency/perform-once.ts';
import { createFindAnswer } from './idempotency/repeat-answer.ts';
import { createAcceptWrite } from './write/accept-write.ts';
import { createBacklogLimit } from './write/backlog-limit.ts';
import { createPerformWrite } from './write/perform-write.ts';

/** What the gateway is made of: opened by its own `main`, or by a process that runs several services. */
export type GatewayParts = {
  config: PublicFacts & {
    RATE_LIMIT_PER_KEY: number;
    RATE_LIMIT_PER_PROJECT: number;
    WRITE_MAX_UNFINISHED: number;
    REDIS_URL: string | undefined;
    ADMIN_TOKEN: string | undefined;
  };
  database: Database;
  keyring: Keyring;
  providers: Providers;
  governor: Governor;
  /** Wakes the lanes of provider accounts. */
  laneQueue: JobQueue;
  /** Tells a lane that has its turn in this very process, where a worker runs in it. */
  pokeLane?: (laneId: string) => boolean;
  logger: Logger;
  metrics: Metrics;
  health: Health;
  clock: Clock;
  /** Longest time of a synchronous write; 30 s unless given (Contract §4.2). */
  writeLimitMs?: number;
};

const usualWriteLimitMs = 30_000;

/** Builds the write host's app. */
export function composeGateway(parts: GatewayParts, closing: Closing): HttpApp {
  const { database, providers, logger, metrics, clock } = parts;
  const registers = [metrics.registry];
  const commitSize = new Histogram({
    name: 'group_commit_writes',
    help: 'Accepted writes that share a commit',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  });
  const lostWakes = new Counter({
    name: 'lane_wakes_failed_total',
    help: 'Wake-ups left to the sweep',
    registers,
  });
  const waker = closing.add(
    createLaneWaker({
      queue: parts.laneQueue,
      ...(parts.pokeLane && { poke: parts.pokeLane }),
      logger,
      onFailure: () => lostWakes.inc(),
    }),
    (w) => w.idle(),
  );
  const connections = closing.add(
    liveConnections({
      database,
      keyring: parts.keyring,
      findConnection: connectionsForCall(database, parts.keyring),
      providers,
      announce: addToOutbox,
      random: Math.random,
      onSealedFast: (connectionId, error) =>
        logger.error('credentials cannot be opened', { connectionId, ...errorFields(error) }),
    }),
    (opened) => opened.idle(),
  );
  return createHttpApp({
    ...parts,
    authentication: callerCredentials(database, parts.config.ADMIN_TOKEN),
    api: writeHostFacts,
    rateLimit: closing.add(openRateLimit(parts), (limit) => limit.close()),
    problems: problemSettingsOf(parts.config),
    isUnavailable,
    endpoints: [
      postWrite({
        ...writeLookUps(database),
        adapterFor: providers.adapterFor,
        accept: createAcceptWrite({
          accept: createAccept({ pool: database.pool, onCommit: (size) => commitSize.observe(size) }),
          waker,
          backlog: createBacklogLimit({
            count: (projectId, upTo) => askAgain(() => countUnfinished(database.pool, projectId, upTo)),
            limit: parts.config.WRITE_MAX_UNFINISHED,
            nowMs: () => performance.now(),
            now: () => clock.now(),
          }),
        }),
        findAnswer: createFindAnswer(database),
        performOnce: createPerformOnce({ pool: database.pool, logger }),
        perform: createPerformWrite({
          recordEnded: createRecordEnded(database.pool),
          connections,
          governor: parts.governor,
          logger,
          clock,
          limitMs: parts.writeLimitMs ?? usualWriteLimitMs,
        }),
      }),
    ],
  });
}

const openRateLimit = ({ config, clock }: GatewayParts): RateLimit =>
  createRateLimit({
    limits: { perKey: config.RATE_LIMIT_PER_KEY, perProject: config.RATE_LIMIT_PER_PROJECT },
    ...(config.REDIS_URL !== undefined && { redisUrl: config.REDIS_URL }),
    clock,
  });
