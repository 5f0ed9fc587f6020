import { openConsole } from '@writ/console';
import { openGovernor } from '@writ/governor';
import { openRedisCheck, refuseRedisCluster } from '@writ/job-queue';
import { createProviders } from '@writ/providers';
import { projectSecrets } from '@writ/tenancy';
import {
  createServiceFrame,
  problemSettingsOf,
  runService,
  type Closing,
  type ServiceFrame,
} from '@writ/service-kit';
import {
  beReady,
  checkRedis,
  managementApp,
  openCheckedDatabase,
  openConnections,
  openMetrics,
  openReplicaHost,
  reportProcess,
  warnOfMissingKeys,
} from '@writ/service-parts';
import { composeInstallations } from './compose.ts';
import { readConfig } from './config.ts';
import { hostReadiness } from './host-readiness.ts';
import { eventsDocument, managementDocument } from './management-document.ts';

/** For questions to providers: accounts of tokens, fields of objects. */
const providerConnections = 32;

await runService('installations', async (closing) => {
  const config = readConfig(process.env);
  const frame = createServiceFrame('installations', config);
  const metricsUrl = await openMetrics(frame, config, closing);
  const database = await openCheckedDatabase(
    frame,
    {
      url: config.DATABASE_URL,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ-installations',
    },
    closing,
  );
  const keyring = config.ENCRYPTION_KEYS;
  const looks = [warnOfMissingKeys({ ...frame, database, keyring }, closing)];
  reportProcess({ ...frame, database, service: 'installations', looks }, closing);
  await watchRedis(config.REDIS_URL, frame, closing);
  const providers = closing.add(
    createProviders({
      config,
      connectionsPerOrigin: providerConnections,
    }),
    (opened) => opened.close(),
  );
  const secrets = projectSecrets(keyring, database.pool);
  const { endpoints } = composeInstallations({
    config,
    database,
    secrets,
    providers,
    connections: openConnections({ ...frame, database, secrets, providers }, closing),
    governor: openGovernor({ ...frame, config, connections: providerConnections }, closing),
    // This process has no relay; the one of another process polls.
    pokeRelay: () => undefined,
  });
  const document = await managementDocument(problemSettingsOf(config).catalogueUrl);
  const app = managementApp(
    {
      ...frame,
      config,
      database,
      endpoints,
      document,
      events: await eventsDocument(),
      ...(config.CONSOLE === 'on' && { console: await openConsole() }),
      hostReadiness: hostReadiness(frame.health, config.EDGE_URL),
    },
    closing,
  );
  const { url } = await openReplicaHost(
    app,
    { port: config.INSTALLATIONS_PORT, portVariable: 'INSTALLATIONS_PORT', host: config.LISTEN_HOST },
    closing,
  );
  beReady(frame, { message: 'installations service listens', url, metricsUrl }, closing);
});

/** Without Redis, this process counts limits and quotas alone. */
async function watchRedis(
  redisUrl: string | undefined,
  frame: ServiceFrame,
  closing: Closing,
): Promise<void> {
  if (redisUrl === undefined) return;
  const redis = { ...frame, redisUrl };
  await refuseRedisCluster(redis);
  checkRedis(frame.health, openRedisCheck(redis, closing), { required: false });
}
