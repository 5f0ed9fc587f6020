import { isUnavailable, openDatabase } from '@writ/db';
import { createHttpApp, listen } from '@writ/http-kit';
import { callerCredentials } from '@writ/installation';
import { createProviders, providerEndpoints } from '@writ/providers';
import {
  createServiceFrame,
  mustAnswer,
  problemSettingsOf,
  runService,
  systemClock,
} from '@writ/service-kit';
import { composeInstallations } from './compose.ts';
import { readConfig } from './config.ts';
import { managementDocument } from './management-document.ts';

/** Providers are only asked whose account a token opens. */
const providerConnections = 8;

await runService('installations', async (closing) => {
  const config = readConfig(process.env);
  const frame = createServiceFrame('installations', config.LOG_LEVEL);
  const database = closing.add(
    openDatabase({
      url: config.DATABASE_URL,
      maxConnections: config.DATABASE_POOL_SIZE,
      applicationName: 'writ-installations',
    }),
    (opened) => opened.close(),
  );
  const check = () => database.pool.query('SELECT 1');
  await mustAnswer(frame, { name: 'Postgres', check, remedy: 'Check DATABASE_URL, and that Postgres runs.' });
  const providers = closing.add(
    createProviders({
      endpoints: providerEndpoints(config),
      connectionsPerOrigin: providerConnections,
      userAgent: 'writ',
    }),
    (opened) => opened.close(),
  );
  const { endpoints } = composeInstallations({
    config,
    database,
    keyring: config.ENCRYPTION_KEYS,
    providers,
    // This process has no relay; the one that has finds the events when it looks next.
    pokeRelay: () => undefined,
  });
  const problems = problemSettingsOf(config);
  const app = createHttpApp({
    ...frame,
    document: await managementDocument(problems.catalogueUrl),
    endpoints,
    authentication: callerCredentials(database, config.ADMIN_TOKEN),
    problems,
    clock: systemClock,
    isUnavailable,
  });
  const server = closing.add(
    await listen(app, { port: config.INSTALLATIONS_PORT, host: config.LISTEN_HOST }),
    (listening) => listening.close(),
  );
  closing.add(frame.health, (health) => health.startDraining());
  frame.logger.info('installations service listens', { url: server.url });
});
