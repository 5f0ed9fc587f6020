import { openConsole, type Console } from '@writ/console';
import { openGovernor } from '@writ/governor';
import { composeInstallations } from '@writ/installations';
import type { Endpoint } from '@writ/http';
import { providerLaneId, type RunningLanes } from '@writ/lanes';
import { asyncApiDocument, composeNotification } from '@writ/notification';
import { composeOperations } from '@writ/operations';
import { createMetrics, joinMetrics, systemClock, type Closing } from '@writ/service-kit';
import {
  managementApp,
  openConnections,
  openHost,
  openMetrics,
  watchQuotaPercents,
} from '@writ/service-parts';
import { composeGateway } from '@writ/write-gateway';
import { startWorker } from '@writ/write-worker';
import { addressOf, withAddresses, type Addressed } from './addresses.ts';
import type { Config } from './config.ts';
import { openParts, type Parts, type Tell } from './open-parts.ts';

/**
 * Starts all five services, with embedded parts, in this process on two ports and one for metrics. `closing` closes
 * them in reverse order.
 * @returns the addresses, and facts for the demo
 */
export async function startAllInOne(given: Config, tell: Tell, closing: Closing) {
  const config = await withAddresses(given);
  // Bundles the console while the database starts.
  const [parts, console] = await Promise.all([
    openParts(config, tell, closing),
    config.CONSOLE === 'on' ? openConsole() : undefined,
  ]);
  const services = composeServices(config, { ...parts, console }, closing);
  const shared = { host: config.LISTEN_HOST, keepAliveMs: config.KEEP_ALIVE_SECONDS * 1_000 };
  const writeHost = await openHost(
    services.writeApp,
    { port: config.WRITE_PORT, portVariable: 'WRITE_PORT', ...shared },
    closing,
  );
  const managementHost = await openHost(
    services.managementApp,
    { port: config.MANAGEMENT_PORT, portVariable: 'MANAGEMENT_PORT', ...shared },
    closing,
  );
  const metricsUrl = await openMetrics(services, config, closing);
  await services.start();
  closing.add(parts.frame.health, (health) => health.startDraining());
  return {
    managementUrl: addressOf(managementHost),
    writeUrl: addressOf(writeHost),
    sandboxUrl: parts.sandboxUrl,
    metricsUrl,
    database: parts.database,
    secrets: parts.secrets,
  };
}

type AllParts = Parts & { console: Console | undefined };

function composeServices(config: Addressed, parts: AllParts, closing: Closing) {
  const { frame, database, queues } = parts;
  const metrics = serviceMetrics();
  const shared = {
    config,
    database,
    secrets: parts.secrets,
    providers: parts.providers,
    pokeRelay: parts.pokeRelay,
    logger: frame.logger,
    health: frame.health,
    clock: systemClock,
    random: Math.random,
    governor: openGovernor(
      {
        ...frame,
        config,
        metrics: metrics.worker,
        quotaPercentOf: watchQuotaPercents({ ...frame, database, keyOf: providerLaneId }, closing),
        most: config.WORKER_ACCOUNT_CONCURRENCY,
        connections: config.WRITE_MAX_PROVIDER_CONNECTIONS,
      },
      closing,
    ),
  };
  const worker: { lanes?: RunningLanes } = {};
  const pokeLane = (laneId: string): boolean => worker.lanes?.poke(laneId) ?? false;
  const installations = composeInstallations({ ...shared, connections: openConnections(shared, closing) });
  const notification = composeNotification(
    {
      ...shared,
      ...parts.road,
      laneQueues: queues.destination,
      metrics: metrics.notification,
    },
    closing,
  );
  const laneQueues = { provider: queues.provider.usual, destination: queues.destination.usual };
  const looks = { lookAtAccount: shared.governor.look, lookAtRedis: queues.lookAtRedis };
  const operations = composeOperations(
    { ...shared, ...looks, laneQueues, pokeLane, metrics: metrics.operations },
    closing,
  );
  const writeApp = composeGateway(
    { ...shared, laneQueue: laneQueues.provider, pokeLane, metrics: metrics.gateway },
    closing,
  );
  const endpoints = [...operations.endpoints, ...notification.endpoints, ...installations.endpoints];
  return {
    writeApp,
    managementApp: oneManagementApp(config, parts, endpoints, closing),
    metrics: joinMetrics(frame.metrics, Object.values(metrics)),
    start: async () => {
      await notification.start();
      operations.start();
      const own = { laneQueues: queues.provider, metrics: metrics.worker };
      worker.lanes = await startWorker({ ...shared, ...own }, closing);
    },
  };
}

function oneManagementApp(
  config: Addressed,
  { frame, database, console }: AllParts,
  endpoints: readonly Endpoint[],
  closing: Closing,
) {
  return managementApp(
    {
      ...frame,
      config,
      database,
      endpoints,
      events: asyncApiDocument(),
      ...(console && { console: { ...console, traceUrl: config.TRACE_URL_TEMPLATE } }),
    },
    closing,
  );
}

function serviceMetrics() {
  const metricsOf = (service: string) => createMetrics({ service, defaults: false });
  return {
    gateway: metricsOf('write-gateway'),
    worker: metricsOf('write-worker'),
    operations: metricsOf('operations'),
    notification: metricsOf('notification'),
  };
}
