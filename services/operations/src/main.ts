import { laneQueues, managementHostFacts, type LaneKind } from '@writ/contracts';
import { isUnavailable, openDatabase } from '@writ/db';
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
import { composeOperations } from './compose.ts';
import { readConfig } from './config.ts';

await runService('operations', async (closing) => {
  const config = readConfig(process.env);
  const frame = createServiceFrame('operations', config.LOG_LEVEL);
  const database = closing.add(
    openDatabase({
      url: config.DATABASE_URL,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ-operations',
    }),
    (opened) => opened.close(),
  );
  const check = () => database.pool.query('SELECT 1');
  await mustAnswer(frame, { name: 'Postgres', check, remedy: 'Check DATABASE_URL, and that Postgres runs.' });
  const queue = async (kind: LaneKind) =>
    closing.add(
      await openJobQueue({
        backend: { redisUrl: config.REDIS_URL },
        name: laneQueues[kind].usual,
        logger: frame.logger,
      }),
      (opened) => opened.close(),
    );
  const queues = { provider: await queue('provider'), destination: await queue('destination') };
  const { endpoints, start } = composeOperations(
    // This process has no relay; the one that has finds the events when it looks next.
    { ...frame, config, database, laneQueues: queues, pokeRelay: () => undefined },
    closing,
  );
  const app = createHttpApp({
    ...frame,
    api: managementHostFacts,
    endpoints,
    authentication: callerCredentials(database, config.ADMIN_TOKEN),
    problems: problemSettingsOf(config),
    clock: systemClock,
    isUnavailable,
  });
  const server = closing.add(
    await listen(app, { port: config.OPERATIONS_PORT, host: config.LISTEN_HOST }),
    (listening) => listening.close(),
  );
  start();
  closing.add(frame.health, (health) => health.startDraining());
  frame.logger.info('operations service listens', { url: server.url });
});
