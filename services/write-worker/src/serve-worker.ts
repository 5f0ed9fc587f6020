import { laneQueues, lifecycleTopic } from '@writ/contracts';
import { openDatabase } from '@writ/db';
import { kafkaBus, startRelay } from '@writ/event-bus';
import { createHealthApp, listen } from '@writ/http-kit';
import { openJobQueue } from '@writ/job-queue';
import { createProviders, providerEndpoints } from '@writ/providers';
import { createServiceFrame, mustAnswer, type Closing } from '@writ/service-kit';
import { startWorker, type WorkerParts } from './compose.ts';
import type { Config } from './config.ts';

const relayPollMs = 250;
const relayLeaseMs = 5_000;

/**
 * Opens what the worker stands on, and drains lanes until `closing` closes.
 *
 * @param change replaces parts before the worker is made of them: for one that has to fail in a certain place.
 */
export async function serveWorker(
  config: Config,
  closing: Closing,
  change: (parts: WorkerParts) => WorkerParts = (parts) => parts,
): Promise<void> {
  const frame = createServiceFrame('write-worker', config.LOG_LEVEL);
  const { logger } = frame;
  const database = closing.add(
    openDatabase({
      url: config.DATABASE_URL,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ-write-worker',
    }),
    (opened) => opened.close(),
  );
  const check = () => database.pool.query('SELECT 1');
  await mustAnswer(frame, { name: 'Postgres', check, remedy: 'Check DATABASE_URL, and that Postgres runs.' });
  const queue = async (name: string) =>
    closing.add(await openJobQueue({ backend: { redisUrl: config.REDIS_URL }, name, logger }), (q) =>
      q.close(),
    );
  const laneQueuePair = {
    usual: await queue(laneQueues.provider.usual),
    troubled: await queue(laneQueues.provider.troubled),
  };
  const bus = closing.add(
    kafkaBus({
      brokers: config.KAFKA_BROKERS,
      topic: lifecycleTopic,
      groupId: 'writ-write-worker',
      clientId: 'writ-write-worker',
      logger,
    }),
    (opened) => opened.close(),
  );
  const relay = closing.add(
    startRelay({ pool: database.pool, bus, logger, pollMs: relayPollMs, leaseMs: relayLeaseMs }),
    (running) => running.close(),
  );
  const providers = closing.add(
    createProviders({
      endpoints: providerEndpoints(config),
      connectionsPerOrigin: config.WORKER_LANE_SLOTS * config.WORKER_ACCOUNT_CONCURRENCY,
      userAgent: 'writ',
    }),
    (opened) => opened.close(),
  );
  const server = closing.add(
    await listen(createHealthApp(frame), { port: config.WRITE_WORKER_PORT, host: config.LISTEN_HOST }),
    (listening) => listening.close(),
  );
  const parts: WorkerParts = {
    ...frame,
    config,
    database,
    keyring: config.ENCRYPTION_KEYS,
    providers,
    laneQueues: laneQueuePair,
    pokeRelay: () => relay.poke(),
    random: Math.random,
  };
  await startWorker(change(parts), closing);
  closing.add(frame.health, (health) => health.startDraining());
  logger.info('write worker drains lanes', { health: server.url });
}
