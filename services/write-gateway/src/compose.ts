import { writeHostFacts } from '@writ/contracts';
import { askAgain, isContentFault, isUnavailable, type Database } from '@writ/db';
import type { Governor } from '@writ/governor';
import { sitePages } from '@writ/docs';
import { createHttpApp, createRateLimit, type HttpApp } from '@writ/http';
import { accountsOfGroup, writeLookUps } from '@writ/installation';
import { callerCredentials, createTokenReader, type Secrets } from '@writ/tenancy';
import { countLostWakes, createLaneWaker, providerLaneId, type LaneWaker } from '@writ/lanes';
import type { JobQueue } from '@writ/job-queue';
import { countUnfinished, countUnfinishedInLanes, createAccept, createRecordEnded } from '@writ/operation';
import { typicalCauses, type Providers } from '@writ/providers';
import {
  problemSettingsOf,
  rateLimitsOf,
  siteAddressesOf,
  type Clock,
  type Closing,
  type Health,
  type Logger,
  type Metrics,
  type PublicFacts,
  type RateFacts,
} from '@writ/service-kit';
import { countEnded, noteKeyUses, openConnections } from '@writ/service-parts';
import { Gauge, Histogram } from 'prom-client';
import { createPerformOnce } from './idempotency/perform-once.ts';
import { findAnswer } from './idempotency/repeat-answer.ts';
import { postWrite } from './routes/post-write.ts';
import { createAcceptWrite } from './write/accept-write.ts';
import { createBacklogLimit } from './write/backlog-limit.ts';
import { takeBacklog, type OfGroup, type TakeBacklog } from './write/backlog-of-group.ts';
import { createStoreOrRetry } from './idempotency/store-or-retry.ts';
import { createHashValues } from './write/hash-values.ts';
import { createPerformWrite } from './write/perform-write.ts';

export type GatewayParts = {
  config: PublicFacts &
    RateFacts & {
      WRITE_MAX_UNFINISHED: number;
      WRITE_MAX_UNFINISHED_PER_GROUP: number | undefined;
      REDIS_URL: string | undefined;
      ADMIN_TOKEN: string | undefined;
      CORS_ORIGINS: readonly string[];
    };
  database: Database;
  secrets: Secrets;
  providers: Providers;
  governor: Governor;
  laneQueue: JobQueue;
  /** If a worker runs in this process. */
  pokeLane?: (laneId: string) => boolean;
  logger: Logger;
  metrics: Metrics;
  health: Health;
  clock: Clock;
  /** 30 s by default (Contract §4.2). */
  writeLimitMs?: number;
};

/** Of a group, whose lanes are counted. */
const mostAccounts = 1_000;

const usualWriteLimitMs = 30_000;

export function composeGateway(parts: GatewayParts, closing: Closing): HttpApp {
  const { config, database, providers, logger, metrics, clock } = parts;
  const readToken = createTokenReader(() => clock.now());
  const noteUse = noteKeyUses(parts, closing);
  const rateLimit = createRateLimit({
    host: 'write',
    limits: rateLimitsOf(config),
    redisUrl: config.REDIS_URL,
    clock,
  });
  const store = createStoreOrRetry(logger, closing);
  return createHttpApp({
    ...parts,
    authentication: callerCredentials(database, { readToken, adminToken: config.ADMIN_TOKEN, noteUse }),
    corsOrigins: config.CORS_ORIGINS,
    pages: sitePages({ api: writeHostFacts, ...siteAddressesOf(config), causes: typicalCauses }),
    rateLimit: closing.add(rateLimit, (limit) => limit.close()),
    problems: problemSettingsOf(config),
    isContentFault,
    isUnavailable,
    otherHost: {
      name: 'the management host',
      url: config.PUBLIC_MANAGEMENT_URL,
      answers: (path) => path.startsWith('/v1/'),
    },
    endpoints: [
      postWrite({
        ...writeLookUps(database, readToken),
        adapterFor: providers.adapterFor,
        hashValues: createHashValues(parts.secrets),
        accept: createAcceptWrite({
          accept: createAccept({ pool: database.pool, onCommit: commitMetrics(metrics) }),
          waker: openWaker(parts, closing),
          takeBacklog: openBacklogLimits(parts),
        }),
        findAnswer: (request) => findAnswer(database.pool, request),
        perform: createPerformWrite({
          recordEnded: createRecordEnded(database.pool),
          store,
          performOnce: createPerformOnce({ pool: database.pool, store }),
          connections: openConnections(parts, closing),
          governor: parts.governor,
          onEnded: countEnded(metrics),
          clock,
          limitMs: parts.writeLimitMs ?? usualWriteLimitMs,
        }),
      }),
    ],
  });
}

function commitMetrics({ registry }: Metrics): Parameters<typeof createAccept>[0]['onCommit'] {
  const registers = [registry];
  const size = new Histogram({
    name: 'writ_group_commit_writes',
    help: 'Accepted writes that share a commit',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  });
  const duration = new Histogram({
    name: 'writ_group_commit_seconds',
    help: 'Time that a commit of accepted writes took',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  return ({ writes, seconds }) => {
    size.observe(writes);
    duration.observe(seconds);
  };
}

function openBacklogLimits({ config, database, clock, metrics }: GatewayParts): TakeBacklog {
  const { pool } = database;
  const clocks = { nowMs: () => performance.now(), now: () => clock.now() };
  const backlog = createBacklogLimit<string>({
    count: (projectId, upTo) => askAgain(() => countUnfinished(pool, projectId, upTo)),
    keyOf: (projectId) => projectId,
    whose: () => 'The project',
    limit: config.WRITE_MAX_UNFINISHED,
    ...clocks,
  });
  new Gauge({
    name: 'writ_backlog_share',
    help: 'Largest share of its unfinished writes (WRITE_MAX_UNFINISHED) that a project used in the last minute',
    registers: [metrics.registry],
    collect() {
      this.set(backlog.largestShare());
    },
  });
  const limit = config.WRITE_MAX_UNFINISHED_PER_GROUP;
  if (limit === undefined) return takeBacklog(backlog);
  const ofGroup = createBacklogLimit<OfGroup>({
    count: (of, upTo) => askAgain(() => countUnfinishedOfGroup(database, of, upTo)),
    keyOf: ({ projectId, groupRef }) => `${projectId}:${groupRef}`,
    whose: ({ groupRef }) => `The group \`${groupRef}\``,
    limit,
    ...clocks,
  });
  return takeBacklog(backlog, { limit, backlog: ofGroup });
}

/** Its writes are in the lanes of its connections, where other groups' writes don't count. */
async function countUnfinishedOfGroup(
  { pool, prisma }: Database,
  of: OfGroup,
  upTo: number,
): Promise<number> {
  const accounts = await accountsOfGroup(prisma, { ...of, limit: mostAccounts });
  const laneIds = accounts.map((account) => providerLaneId({ ...account, projectId: of.projectId }));
  return countUnfinishedInLanes(pool, { laneIds, groupRef: of.groupRef }, upTo);
}

function openWaker({ laneQueue, pokeLane, logger, metrics }: GatewayParts, closing: Closing): LaneWaker {
  const onFailure = countLostWakes(metrics);
  return closing.add(
    createLaneWaker({ queue: laneQueue, ...(pokeLane && { poke: pokeLane }), logger, onFailure }),
    (waker) => waker.idle(),
  );
}
