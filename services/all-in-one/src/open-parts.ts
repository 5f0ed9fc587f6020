import { join, resolve } from 'node:path';
import { migrateDatabase } from '@writ/db';
import { directBus, type EventBus } from '@writ/event-bus';
import { createKeyring, projectSecrets, storedEncryptionKeys, type Keyring } from '@writ/tenancy';
import { createProviders } from '@writ/providers';
import { startSandboxCrm } from '@writ/sandbox-crm';
import {
  createServiceFrame,
  startTracing,
  kafkaAccessOf,
  listenError,
  systemClock,
  type Closing,
  type ServiceFrame,
} from '@writ/service-kit';
import {
  intakeSeconds,
  kafkaLook,
  laneQueueOpener,
  openCheckedDatabase,
  openKafka,
  relayOutbox,
  reportProcess,
  versionsLook,
  warnOfMissingKeys,
  type Look,
} from '@writ/service-parts';
import { mostUnderWay } from '@writ/write-worker';
import { withSandbox, type Addressed } from './addresses.ts';
import { embeddedDatabase } from './embedded-database.ts';

export type Tell = (line: string) => void;

/** Shared by all services: given by the environment, or embedded. */
export type Parts = Awaited<ReturnType<typeof openParts>>;

/** In memory; a first look needs no more. */
const journalEntries = 10_000;

/** Opens the parts one after the other; `closing` closes each. */
export async function openParts(config: Addressed, tell: Tell, closing: Closing) {
  const dataDir = resolve(config.DATA_DIR);
  const frame = createServiceFrame('writ', config, closing);
  const { logger } = frame;
  await startTracing('writ', { logger, config }, closing);
  const { url, direct } = await databaseUrls(config, tell, closing);
  const database = await openCheckedDatabase(
    frame,
    {
      url,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ',
      migrate: () => migrateDatabase(direct.url, tell, direct.from),
    },
    closing,
  );
  const keyring: Keyring =
    config.ENCRYPTION_KEYS ?? createKeyring(await storedEncryptionKeys(join(dataDir, 'encryption-keys')));
  const keys = warnOfMissingKeys({ ...frame, database, keyring }, closing);
  const secrets = projectSecrets(keyring, database.pool);
  const sandboxUrl = await openSandbox(config.SANDBOX_PORT, closing);
  const providers = closing.add(
    createProviders({
      config: withSandbox(config, sandboxUrl),
      // Enough for both kinds of writes, so that neither waits for the other.
      connectionsPerOrigin: config.WRITE_MAX_PROVIDER_CONNECTIONS + mostUnderWay(config),
    }),
    (opened) => opened.close(),
  );
  const queues = await openQueues(config, direct.url, frame, closing);
  const { looks, ...road } = openBus(config, frame, closing);
  const ownLooks = [keys, versionsLook(providers), ...looks];
  reportProcess({ ...frame, database, service: 'all-in-one', looks: ownLooks }, closing);
  const pokeRelay = relayOutbox({ pool: database.pool, bus: road.bus, logger }, closing);
  return { frame, database, secrets, sandboxUrl, providers, queues, road, pokeRelay };
}

/** `direct` supports sessions, which migrations and BullMQ need. */
async function databaseUrls(config: Addressed, tell: Tell, closing: Closing) {
  const { DATABASE_URL: given, DATABASE_DIRECT_URL: directUrl } = config;
  const url = given ?? (await embeddedDatabase(resolve(config.DATA_DIR), tell, closing));
  const direct = given && directUrl && { url: directUrl, from: 'DATABASE_DIRECT_URL' };
  return { url, direct: direct || { url, from: 'DATABASE_URL' } };
}

async function openSandbox(port: number, closing: Closing): Promise<string> {
  const sandbox = await startSandboxCrm({ port, journalEntries }).catch((error: unknown) => {
    throw error instanceof Error ? listenError(error, { port, portVariable: 'SANDBOX_PORT' }) : error;
  });
  return closing.add(sandbox, (opened) => opened.close()).url;
}

/** Wake-ups on Redis if there is one, otherwise on Postgres. */
async function openQueues(
  { REDIS_URL }: Addressed,
  postgresUrl: string,
  frame: ServiceFrame,
  closing: Closing,
) {
  const backend = REDIS_URL === undefined ? { postgresUrl } : { redisUrl: REDIS_URL };
  const queues = laneQueueOpener({ backend, ...frame }, closing);
  const { lookAtRedis } = queues;
  return {
    provider: await queues.both('provider'),
    destination: await queues.both('destination'),
    lookAtRedis,
  };
}

function openBus(
  { KAFKA_BROKERS: brokers, ...config }: Addressed,
  frame: ServiceFrame,
  closing: Closing,
): { bus: EventBus; intakeSeconds?: () => Promise<number>; looks: readonly Look[] } {
  if (brokers === undefined)
    return { bus: closing.add(directBus(frame), (opened) => opened.close()), looks: [] };
  const access = kafkaAccessOf({ ...config, KAFKA_BROKERS: brokers });
  const bus = openKafka({ ...frame, access, service: 'writ-notification' }, closing);
  return {
    bus,
    intakeSeconds: () => intakeSeconds(bus, systemClock),
    looks: [kafkaLook(bus, systemClock)],
  };
}
