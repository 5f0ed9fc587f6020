import { openGovernor } from '@writ/governor';
import { createHealthApp } from '@writ/http';
import { providerLaneId } from '@writ/lanes';
import { createProviders } from '@writ/providers';
import { createServiceFrame, kafkaAccessOf, startTracing, type Closing } from '@writ/service-kit';
import {
  beReady,
  laneQueueOpener,
  openCheckedDatabase,
  openHost,
  openKafka,
  openMetrics,
  relayOutbox,
  reportProcess,
  versionsLook,
  watchQuotaPercents,
  warnOfMissingKeys,
} from '@writ/service-parts';
import { projectSecrets } from '@writ/tenancy';
import { startWorker, type WorkerParts } from './compose.ts';
import { mostUnderWay, type Config } from './config.ts';

/**
 * Runs until `closing` closes.
 *
 * @param change replaces parts, to make one fail in tests
 */
export async function serveWorker(
  config: Config,
  closing: Closing,
  change: (parts: WorkerParts) => WorkerParts = (parts) => parts,
): Promise<void> {
  const frame = createServiceFrame('write-worker', config, closing);
  const metricsUrl = await openMetrics(frame, config, closing);
  const { logger } = frame;
  const service = 'writ-write-worker';
  await startTracing(service, { ...frame, config }, closing);
  const database = await openCheckedDatabase(
    frame,
    { url: config.DATABASE_URL, maxConnections: config.DATABASE_POOL_SIZE, applicationName: service },
    closing,
  );
  const keyring = config.ENCRYPTION_KEYS;
  const providers = closing.add(
    createProviders({
      config,
      connectionsPerOrigin: mostUnderWay(config),
    }),
    (opened) => opened.close(),
  );
  const queues = laneQueueOpener(
    { ...frame, backend: { redisUrl: config.REDIS_URL }, unreadyIf: 'away' },
    closing,
  );
  const looks = [
    warnOfMissingKeys({ ...frame, database, keyring }, closing),
    versionsLook(providers),
    ...queues.looks,
  ];
  reportProcess({ ...frame, database, service: 'write-worker', looks }, closing);
  const laneQueues = await queues.both('provider');
  const bus = openKafka({ ...frame, access: kafkaAccessOf(config), service }, closing);
  const pokeRelay = relayOutbox({ pool: database.pool, bus, logger }, closing);
  const { url } = await openHost(
    createHealthApp(frame),
    { port: config.WRITE_WORKER_PORT, portVariable: 'WRITE_WORKER_PORT', host: config.LISTEN_HOST },
    closing,
  );
  const quotaPercentOf = watchQuotaPercents({ ...frame, database, keyOf: providerLaneId }, closing);
  const parts: WorkerParts = {
    ...frame,
    config,
    database,
    secrets: projectSecrets(keyring, database.pool),
    providers,
    governor: openGovernor(
      { ...frame, config, quotaPercentOf, most: config.WORKER_ACCOUNT_CONCURRENCY },
      closing,
    ),
    laneQueues,
    pokeRelay,
    random: Math.random,
  };
  await startWorker(change(parts), closing);
  beReady(frame, { message: 'write worker drains lanes', url, metricsUrl }, closing);
}
