import { openDatabase } from '@writ/db';
import { listen } from '@writ/http-kit';
import { callerCredentials } from '@writ/installation';
import { openJobQueue } from '@writ/job-queue';
import { laneQueues } from '@writ/contracts';
import { createProviders, providerEndpoints } from '@writ/providers';
import { createServiceFrame, mustAnswer, systemClock, type Closing } from '@writ/service-kit';
import { composeGateway, type GatewayParts } from './compose.ts';
import type { Config } from './config.ts';

/**
 * Opens what the gateway stands on, and serves the write host until `closing` closes.
 *
 * @param change replaces parts before the gateway is made of them: for one that has to fail in a certain place.
 */
export async function serveGateway(
  config: Config,
  closing: Closing,
  change: (parts: GatewayParts) => GatewayParts = (parts) => parts,
): Promise<void> {
  const frame = createServiceFrame('write-gateway', config.LOG_LEVEL);
  const database = closing.add(
    openDatabase({
      url: config.DATABASE_URL,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ-write-gateway',
    }),
    (opened) => opened.close(),
  );
  const check = () => database.pool.query('SELECT 1');
  await mustAnswer(frame, { name: 'Postgres', check, remedy: 'Check DATABASE_URL, and that Postgres runs.' });
  const laneQueue = closing.add(
    await openJobQueue({
      backend: { redisUrl: config.REDIS_URL },
      name: laneQueues.provider.usual,
      logger: frame.logger,
    }),
    (queue) => queue.close(),
  );
  const providers = closing.add(
    createProviders({
      endpoints: providerEndpoints(config),
      connectionsPerOrigin: config.WRITE_MAX_PROVIDER_CONNECTIONS,
      userAgent: 'writ',
    }),
    (opened) => opened.close(),
  );
  const authentication = callerCredentials(database, config.ADMIN_TOKEN);
  const parts: GatewayParts = {
    ...frame,
    config,
    database,
    keyring: config.ENCRYPTION_KEYS,
    providers,
    laneQueue,
    authentication,
    clock: systemClock,
  };
  const app = composeGateway(change(parts), closing);
  const server = closing.add(
    await listen(app, { port: config.WRITE_PORT, host: config.LISTEN_HOST }),
    (listening) => listening.close(),
  );
  closing.add(frame.health, (health) => health.startDraining());
  frame.logger.info('write host listens', { url: server.url });
}
