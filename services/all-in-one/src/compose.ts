import { join, resolve } from 'node:path';
import { laneQueues, lifecycleTopic, managementHostFacts } from '@writ/contracts';
import { isUnavailable, migrateDatabase, openDatabase, type Database } from '@writ/db';
import { directBus, kafkaBus, startRelay, type EventBus } from '@writ/event-bus';
import { createHttpApp, listen, type Listening } from '@writ/http-kit';
import { createKeyring, callerCredentials, storedEncryptionKeys, type Keyring } from '@writ/installation';
import { composeInstallations } from '@writ/installations';
import { openJobQueue, type JobQueue } from '@writ/job-queue';
import { composeNotification } from '@writ/notification';
import { composeOperations } from '@writ/operations';
import type { RunningLanes } from '@writ/lanes';
import { createProviders, providerEndpoints } from '@writ/providers';
import { startSandboxCrm } from '@writ/sandbox-crm';
import { freePort } from '@writ/local-servers';
import {
  createMetrics,
  createServiceFrame,
  joinMetrics,
  listenError,
  mustAnswer,
  problemSettingsOf,
  systemClock,
  type Closing,
  type Logger,
  type ServiceFrame,
} from '@writ/service-kit';
import { composeGateway } from '@writ/write-gateway';
import { startWorker } from '@writ/write-worker';
import type { Config } from './config.ts';
import { embeddedDatabase } from './embedded-database.ts';

export type Tell = (line: string) => void;

/** A running embedded form: where it is found, and what the demo needs of it. */
export type AllInOne = {
  managementUrl: string;
  writeUrl: string;
  sandboxUrl: string;
  database: Database;
  keyring: Keyring;
};

const relayPollMs = 250;
/** The sandbox keeps its last requests in memory; a first look needs no more. */
const journalEntries = 10_000;

/**
 * Starts all five services in this process on two ports, with what it embeds: the default of `npm start`. Everything
 * that is opened is closed by `closing`, in reverse order.
 */
export async function startAllInOne(given: Config, tell: Tell, closing: Closing): Promise<AllInOne> {
  const config = await withAddresses(given);
  const dataDir = resolve(config.DATA_DIR);
  const frame = createServiceFrame('writ', config.LOG_LEVEL);
  const { logger } = frame;
  const databaseUrl = config.DATABASE_URL ?? (await embeddedDatabase(dataDir, tell, closing));
  const database = await openMigrated(databaseUrl, config, tell, frame, closing);
  const keyring =
    config.ENCRYPTION_KEYS ?? createKeyring(await storedEncryptionKeys(join(dataDir, 'encryption-keys')));
  const sandbox = closing.add(
    await startSandboxCrm({ port: config.SANDBOX_PORT, journalEntries }).catch((error: unknown) => {
      throw error instanceof Error ? listenError(error, config.SANDBOX_PORT) : error;
    }),
    (s) => s.close(),
  );
  const providers = closing.add(
    createProviders({
      endpoints: providerEndpoints(withSandbox(config, sandbox.url)),
      connectionsPerOrigin: config.WRITE_MAX_PROVIDER_CONNECTIONS,
      userAgent: 'writ',
    }),
    (opened) => opened.close(),
  );
  const queues = await openQueues(config, databaseUrl, logger, closing);
  const bus = closing.add(openBus(config, logger), (opened) => opened.close());
  const relay = closing.add(
    startRelay({ pool: database.pool, bus, logger, pollMs: relayPollMs }),
    (running) => running.close(),
  );

  const metricsOf = (service: string) => createMetrics({ service, defaults: false });
  const workerMetrics = metricsOf('write-worker');
  const operationsMetrics = metricsOf('operations');
  const notificationMetrics = metricsOf('notification');
  const shared = {
    ...{
      config,
      database,
      keyring,
      providers,
      logger,
      health: frame.health,
      clock: systemClock,
      random: Math.random,
    },
    pokeRelay: () => relay.poke(),
    authentication: callerCredentials(database, config.ADMIN_TOKEN),
  };
  const installations = composeInstallations({ ...shared, config: withSandbox(config, sandbox.url) });
  const notification = composeNotification(
    { ...shared, bus, laneQueues: queues.destination, metrics: notificationMetrics },
    closing,
  );
  const worker: { lanes?: RunningLanes } = {};
  const pokeLane = (laneId: string): boolean => worker.lanes?.poke(laneId) ?? false;
  const operations = composeOperations(
    {
      ...shared,
      laneQueues: { provider: queues.provider.usual, destination: queues.destination.usual },
      pokeLane,
      metrics: operationsMetrics,
    },
    closing,
  );
  const writeHost = closing.add(
    await listen(
      composeGateway(
        {
          ...shared,
          laneQueue: queues.provider.usual,
          pokeLane,
          metrics: metricsOf('write-gateway'),
        },
        closing,
      ),
      { port: config.WRITE_PORT, host: config.LISTEN_HOST },
    ),
    (listening) => listening.close(),
  );
  const managementHost = closing.add(
    await listen(
      createHttpApp({
        ...shared,
        api: managementHostFacts,
        endpoints: [...operations.endpoints, ...notification.endpoints, ...installations.endpoints],
        metrics: joinMetrics(frame.metrics, [workerMetrics, operationsMetrics, notificationMetrics]),
        problems: problemSettingsOf(config),
        isUnavailable,
      }),
      { port: config.MANAGEMENT_PORT, host: config.LISTEN_HOST },
    ),
    (listening) => listening.close(),
  );
  await notification.start();
  operations.start();
  worker.lanes = await startWorker(
    { ...shared, laneQueues: queues.provider, metrics: workerMetrics },
    closing,
  );
  closing.add(frame.health, (health) => health.startDraining());
  return {
    managementUrl: addressOf(managementHost),
    writeUrl: addressOf(writeHost),
    sandboxUrl: sandbox.url,
    database,
    keyring,
  };
}

/** Links that answers hold need the addresses before the hosts listen, so free ports are chosen first. */
async function withAddresses(config: Config) {
  const managementPort = config.MANAGEMENT_PORT || (await freePort());
  const writePort = config.WRITE_PORT || (await freePort());
  return {
    ...config,
    MANAGEMENT_PORT: managementPort,
    WRITE_PORT: writePort,
    PUBLIC_MANAGEMENT_URL: config.PUBLIC_MANAGEMENT_URL ?? `http://127.0.0.1:${managementPort}/v1`,
    PUBLIC_WRITE_URL: config.PUBLIC_WRITE_URL ?? `http://127.0.0.1:${writePort}/v1`,
  };
}

type Addressed = Awaited<ReturnType<typeof withAddresses>>;

const addressOf = ({ url }: Listening): string => `${url}/v1`;

/** The sandbox stands in for each provider that the environment does not name. */
function withSandbox(config: Addressed, sandboxUrl: string) {
  return {
    ...config,
    HUBSPOT_BASE_URL: config.HUBSPOT_BASE_URL ?? `${sandboxUrl}/hubspot`,
    SALESFORCE_LOGIN_URL: config.SALESFORCE_LOGIN_URL ?? `${sandboxUrl}/salesforce`,
  };
}

async function openMigrated(
  url: string,
  config: Config,
  tell: Tell,
  frame: ServiceFrame,
  closing: Closing,
): Promise<Database> {
  const database = closing.add(
    openDatabase({ url, maxConnections: config.DATABASE_POOL_SIZE, applicationName: 'writ' }),
    (opened) => opened.close(),
  );
  const check = () => database.pool.query('SELECT 1');
  await mustAnswer(frame, { name: 'Postgres', check, remedy: 'Check DATABASE_URL, and that Postgres runs.' });
  await migrateDatabase(url, tell);
  return database;
}

type Pair = { usual: JobQueue; troubled: JobQueue };

/** Wake-ups on Redis when there is one, else on Postgres. */
async function openQueues(
  config: Config,
  databaseUrl: string,
  logger: Logger,
  closing: Closing,
): Promise<{ provider: Pair; destination: Pair }> {
  const backend =
    config.REDIS_URL === undefined ? { postgresUrl: databaseUrl } : { redisUrl: config.REDIS_URL };
  const open = async (name: string): Promise<JobQueue> =>
    closing.add(await openJobQueue({ backend, name, logger }), (queue) => queue.close());
  const pair = async ({ usual, troubled }: { usual: string; troubled: string }): Promise<Pair> => ({
    usual: await open(usual),
    troubled: await open(troubled),
  });
  return { provider: await pair(laneQueues.provider), destination: await pair(laneQueues.destination) };
}

function openBus({ KAFKA_BROKERS: brokers }: Config, logger: Logger): EventBus {
  if (brokers === undefined) return directBus({ logger });
  return kafkaBus({ brokers, topic: lifecycleTopic, groupId: 'writ-notification', clientId: 'writ', logger });
}
