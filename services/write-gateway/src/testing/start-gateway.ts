import { randomBytes } from 'node:crypto';
import { laneQueues } from '@writ/contracts';
import { openDatabase } from '@writ/db';
import { openGovernor, type Governor } from '@writ/governor';
import { listen } from '@writ/http';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { openTestQueue } from '@writ/job-queue/testing';
import { createProviders } from '@writ/providers';
import { startSandboxCrm } from '@writ/sandbox-crm';
import { sandboxAddresses } from '@writ/providers';
import { createClosing, createServiceFrame, systemClock } from '@writ/service-kit';
import { patientConnection, type TestDatabase, testRedis } from '@writ/test-kit';
import { composeGateway } from '../compose.ts';
import { readConfig } from '../config.ts';
import { install, type Installing } from './install.ts';
import { createSend } from './send.ts';

type Starting = {
  /** By default direct. */
  databaseUrl?: string;
  /** Requests per second. */
  ratePerKey?: number;
  ratePerGroup?: number;
  /** Of one project. */
  maxUnfinished?: number;
  maxUnfinishedPerGroup?: number;
  writeLimitMs?: number;
  /** In 10 s, until answers name a limit. */
  windowLimit?: number;
  /** A real one by default. */
  governor?: Governor;
};

const connections = 32;

/** With a real queue that nobody drains, and a sandbox. */
export async function startGateway(server: TestDatabase, starting: Starting = {}) {
  const closing = createClosing();
  closing.add(server, (opened) => opened.drop());
  const redis = closing.add(testRedis(), (opened) => opened.clear());
  const sandbox = closing.add(await startSandboxCrm({ port: 0 }), (opened) => opened.close());
  const encryptionKeys = `k1:${randomBytes(32).toString('base64')}`;
  const read = readConfig({
    DATABASE_URL: starting.databaseUrl ?? server.url,
    REDIS_URL: redis.url,
    ENCRYPTION_KEYS: encryptionKeys,
    ...sandboxAddresses(sandbox.url),
    ...(starting.maxUnfinished !== undefined && { WRITE_MAX_UNFINISHED: String(starting.maxUnfinished) }),
    ...(starting.maxUnfinishedPerGroup !== undefined && {
      WRITE_MAX_UNFINISHED_PER_GROUP: String(starting.maxUnfinishedPerGroup),
    }),
    ...(starting.ratePerGroup !== undefined && { RATE_LIMIT_PER_GROUP: String(starting.ratePerGroup) }),
    ...(starting.windowLimit !== undefined && { HUBSPOT_WINDOW_LIMIT: String(starting.windowLimit) }),
    ...(starting.ratePerKey !== undefined && { RATE_LIMIT_PER_KEY: String(starting.ratePerKey) }),
  });
  // In memory: counts in Redis have no prefix per test.
  const config = { ...read, REDIS_URL: undefined };
  const database = closing.add(
    openDatabase({
      url: config.DATABASE_URL,
      maxConnections: 5,
      applicationName: 'test',
      limits: patientConnection,
    }),
    (opened) => opened.close(),
  );
  const providers = closing.add(
    createProviders({
      config,
      connectionsPerOrigin: connections,
    }),
    (opened) => opened.close(),
  );
  const frame = createServiceFrame('write-gateway', { LOG_LEVEL: 'error' });
  closing.add(frame.metrics, ({ registry }) => registry.clear());
  const queue = { backend: { redisUrl: redis.url }, name: laneQueues.provider.usual, prefix: redis.prefix };
  const laneQueue = closing.add(await openTestQueue({ ...queue, logger: frame.logger }), (opened) =>
    opened.close(),
  );
  const secrets = projectSecrets(createKeyring(encryptionKeys), database.pool);
  const { writeLimitMs } = starting;
  const app = composeGateway(
    {
      ...frame,
      config,
      database,
      secrets,
      providers,
      governor:
        starting.governor ??
        openGovernor({ ...frame, config, quotaPercentOf: () => undefined, connections }, closing),
      laneQueue,
      clock: systemClock,
      ...(writeLimitMs !== undefined && { writeLimitMs }),
    },
    closing,
  );
  const { url } = closing.add(await listen(app, { port: 0, host: '127.0.0.1' }), (opened) => opened.close());
  const send = createSend(url);

  return {
    url,
    database,
    secrets,
    sandbox,
    send,
    install: (options: Installing) => install({ database, secrets, sandbox, send }, options),
    close: () => closing.close(),
  };
}

export type Gateway = Awaited<ReturnType<typeof startGateway>>;
