import { laneQueues, lifecycleTopic, managementHostFacts } from '@writ/contracts';
import { isUnavailable, openDatabase } from '@writ/db';
import { kafkaBus, startRelay } from '@writ/event-bus';
import { createHttpApp, listen } from '@writ/http-kit';
import { callerCredentials } from '@writ/installation';
import { openJobQueue } from '@writ/job-queue';
import {
  createServiceFrame,
  mustAnswer,
  problemSettingsOf,
  runService,
  systemClock,
} from '@writ/service-kit';
import { composeNotification } from './compose.ts';
import { readConfig } from './config.ts';

const relayPollMs = 250;

await runService('notification', async (closing) => {
  const config = readConfig(process.env);
  const frame = createServiceFrame('notification', config.LOG_LEVEL);
  const { logger } = frame;
  const database = closing.add(
    openDatabase({
      url: config.DATABASE_URL,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ-notification',
    }),
    (opened) => opened.close(),
  );
  const check = () => database.pool.query('SELECT 1');
  await mustAnswer(frame, { name: 'Postgres', check, remedy: 'Check DATABASE_URL, and that Postgres runs.' });
  const queue = async (name: string) =>
    closing.add(await openJobQueue({ backend: { redisUrl: config.REDIS_URL }, name, logger }), (q) =>
      q.close(),
    );
  const queues = {
    usual: await queue(laneQueues.destination.usual),
    troubled: await queue(laneQueues.destination.troubled),
  };
  const bus = closing.add(
    kafkaBus({
      brokers: config.KAFKA_BROKERS,
      topic: lifecycleTopic,
      groupId: 'writ-notification',
      clientId: 'writ-notification',
      logger,
    }),
    (opened) => opened.close(),
  );
  // Without Redis or Kafka the endpoints still answer, and what waits is sent by the sweep: readiness only tells.
  frame.health.addCheck('kafka', () => bus.check());
  const relay = closing.add(
    startRelay({ pool: database.pool, bus, logger, pollMs: relayPollMs }),
    (running) => running.close(),
  );
  const { endpoints, start } = composeNotification(
    {
      ...frame,
      config,
      database,
      keyring: config.ENCRYPTION_KEYS,
      laneQueues: queues,
      bus,
      pokeRelay: () => relay.poke(),
      clock: systemClock,
      random: Math.random,
    },
    closing,
  );
  const app = createHttpApp({
    ...frame,
    api: managementHostFacts,
    endpoints,
    authentication: callerCredentials(database),
    problems: problemSettingsOf(config),
    clock: systemClock,
    isUnavailable,
  });
  const server = closing.add(
    await listen(app, { port: config.NOTIFICATION_PORT, host: config.LISTEN_HOST }),
    (listening) => listening.close(),
  );
  await start();
  closing.add(frame.health, (health) => health.startDraining());
  logger.info('notification service listens', { url: server.url });
});
