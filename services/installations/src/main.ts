import { openConsole } from '@writ/console';
import { openGovernor } from '@writ/governor';
import { openRedisCheck, refuseOtherMode } from '@writ/job-queue';
import { providerLaneId } from '@writ/lanes';
import { createProviders } from '@writ/providers';
import { projectSecrets } from '@writ/tenancy';
import { problemSettingsOf, readEnvironment, type Closing, type ServiceFrame } from '@writ/service-kit';
import {
  checkRedis,
  openConnections,
  runManagementService,
  warnOfMissingKeys,
  watchQuotaPercents,
} from '@writ/service-parts';
import { composeInstallations } from './compose.ts';
import { variables } from './config.ts';
import { hostReadiness } from './host-readiness.ts';
import { eventsDocument, managementDocument } from './management-document.ts';

/** For questions to providers. */
const providerConnections = 32;

const service = {
  name: 'installations',
  portVariable: 'INSTALLATIONS_PORT',
  readConfig: () => readEnvironment(variables, process.env),
} as const;

await runManagementService(service, async (parts, closing) => {
  const { config, database, health } = parts;
  const keyring = config.ENCRYPTION_KEYS;
  const looks = [warnOfMissingKeys({ ...parts, keyring }, closing)];
  await watchRedis(config.REDIS_URL, parts, closing);
  const providers = closing.add(
    createProviders({ config, connectionsPerOrigin: providerConnections }),
    (opened) => opened.close(),
  );
  const secrets = projectSecrets(keyring, database.pool);
  const quotaPercentOf = watchQuotaPercents({ ...parts, keyOf: providerLaneId }, closing);
  const { endpoints } = composeInstallations({
    config,
    database,
    secrets,
    providers,
    connections: openConnections({ ...parts, secrets, providers }, closing),
    governor: openGovernor({ ...parts, quotaPercentOf, connections: providerConnections }, closing),
    // This process has no relay; another one's polls.
    pokeRelay: () => undefined,
  });
  return {
    endpoints,
    looks,
    document: await managementDocument(problemSettingsOf(config).catalogueUrl),
    events: await eventsDocument(),
    ...(config.CONSOLE === 'on' && {
      console: { ...(await openConsole()), traceUrl: config.TRACE_URL_TEMPLATE },
    }),
    hostReadiness: hostReadiness(health, config.EDGE_URL),
  };
});

/** Without Redis, this process counts limits and quotas on its own. */
async function watchRedis(
  redisUrl: string | undefined,
  frame: ServiceFrame,
  closing: Closing,
): Promise<void> {
  if (redisUrl === undefined) return;
  const redis = { ...frame, redisUrl };
  await refuseOtherMode(redis);
  checkRedis(frame.health, openRedisCheck(redis, closing));
}
