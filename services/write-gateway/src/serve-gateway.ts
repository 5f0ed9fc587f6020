import { openGovernor } from '@writ/governor';
import { providerLaneId } from '@writ/lanes';
import { createProviders } from '@writ/providers';
import { createServiceFrame, startTracing, systemClock, type Closing } from '@writ/service-kit';
import {
  beReady,
  laneQueueOpener,
  openCheckedDatabase,
  openMetrics,
  openReplicaHost,
  reportProcess,
  versionsLook,
  watchQuotaPercents,
  warnOfMissingKeys,
} from '@writ/service-parts';
import { projectSecrets } from '@writ/tenancy';
import { composeGateway, type GatewayParts } from './compose.ts';
import type { Config } from './config.ts';

/**
 * Serves the write host until `closing` closes.
 *
 * @param change replaces parts, to make one fail in tests
 */
export async function serveGateway(
  config: Config,
  closing: Closing,
  change: (parts: GatewayParts) => GatewayParts = (parts) => parts,
): Promise<void> {
  const frame = createServiceFrame('write-gateway', config, closing);
  await startTracing('writ-write-gateway', { ...frame, config }, closing);
  const metricsUrl = await openMetrics(frame, config, closing);
  const database = await openCheckedDatabase(
    frame,
    {
      url: config.DATABASE_URL,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ-write-gateway',
    },
    closing,
  );
  const keyring = config.ENCRYPTION_KEYS;
  const connections = config.WRITE_MAX_PROVIDER_CONNECTIONS;
  const providers = closing.add(
    createProviders({
      config,
      connectionsPerOrigin: connections,
    }),
    (opened) => opened.close(),
  );
  const looks = [warnOfMissingKeys({ ...frame, database, keyring }, closing), versionsLook(providers)];
  reportProcess({ ...frame, database, service: 'write-gateway', looks }, closing);
  const queues = laneQueueOpener({ ...frame, backend: { redisUrl: config.REDIS_URL } }, closing);
  const laneQueue = await queues.usual('provider');
  const quotaPercentOf = watchQuotaPercents({ ...frame, database, keyOf: providerLaneId }, closing);
  const parts: GatewayParts = {
    ...frame,
    config,
    database,
    secrets: projectSecrets(keyring, database.pool),
    providers,
    governor: openGovernor({ ...frame, config, quotaPercentOf, connections }, closing),
    laneQueue,
    clock: systemClock,
  };
  const app = composeGateway(change(parts), closing);
  const { url } = await openReplicaHost(
    app,
    {
      port: config.WRITE_PORT,
      portVariable: 'WRITE_PORT',
      host: config.LISTEN_HOST,
      keepAliveMs: config.KEEP_ALIVE_SECONDS * 1_000,
    },
    closing,
  );
  beReady(frame, { message: 'write host listens', url, metricsUrl }, closing);
}
