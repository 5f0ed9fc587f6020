import { createServiceFrame, runService, systemClock } from '@writ/service-kit';
import {
  beReady,
  kafkaLook,
  laneQueueOpener,
  managementApp,
  openCheckedDatabase,
  openKafka,
  openMetrics,
  openReplicaHost,
  relayOutbox,
  reportProcess,
  warnOfMissingKeys,
} from '@writ/service-parts';
import { projectSecrets } from '@writ/tenancy';
import { composeNotification } from './compose.ts';
import { readConfig } from './config.ts';

await runService('notification', async (closing) => {
  const config = readConfig(process.env);
  const frame = createServiceFrame('notification', config);
  const metricsUrl = await openMetrics(frame, config, closing);
  const { logger } = frame;
  const service = 'writ-notification';
  const database = await openCheckedDatabase(
    frame,
    { url: config.DATABASE_URL, maxConnections: config.DATABASE_POOL_SIZE, applicationName: service },
    closing,
  );
  const keyring = config.ENCRYPTION_KEYS;
  const keys = warnOfMissingKeys({ ...frame, database, keyring }, closing);
  const queues = laneQueueOpener({ ...frame, backend: { redisUrl: config.REDIS_URL } }, closing);
  const laneQueues = await queues.both('destination');
  const bus = openKafka({ ...frame, brokers: config.KAFKA_BROKERS, service }, closing);
  reportProcess(
    { ...frame, database, service: 'notification', looks: [keys, kafkaLook(bus, systemClock)] },
    closing,
  );
  const { endpoints, start } = composeNotification(
    {
      ...frame,
      config,
      database,
      secrets: projectSecrets(keyring, database.pool),
      laneQueues,
      bus,
      pokeRelay: relayOutbox({ pool: database.pool, bus, logger }, closing),
      clock: systemClock,
      random: Math.random,
    },
    closing,
  );
  const app = managementApp({ ...frame, config, database, endpoints }, closing);
  const { url } = await openReplicaHost(
    app,
    { port: config.NOTIFICATION_PORT, portVariable: 'NOTIFICATION_PORT', host: config.LISTEN_HOST },
    closing,
  );
  await start();
  beReady(frame, { message: 'notification service listens', url, metricsUrl }, closing);
});
