import { randomBytes } from 'node:crypto';
import { managementHostFacts, writeHostFacts } from '@writ/contracts';
import { openDatabase } from '@writ/db';
import { directBus } from '@writ/event-bus';
import { describeHost, type OpenApiDocument } from '@writ/docs';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { composeInstallations, installationsVariables } from '@writ/installations';
import type { JobQueue } from '@writ/job-queue';
import { composeNotification, notificationVariables } from '@writ/notification';
import { composeOperations, operationsVariables } from '@writ/operations';
import { createProviders } from '@writ/providers';
import {
  createAppLogger,
  createMetrics,
  problemSettingsOf,
  readEnvironment,
  systemClock,
  type Closing,
} from '@writ/service-kit';
import { postWrite } from '@writ/write-gateway';

export type HostDocuments = { write: OpenApiDocument; management: OpenApiDocument };

/** Endpoints are described, never called. */
const nowhere = { DATABASE_URL: 'postgresql://127.0.0.1:1/none', REDIS_URL: 'redis://127.0.0.1:1' };

/** From the endpoints that the processes mount, with the default of every variable. */
export function hostDocuments(closing: Closing): HostDocuments {
  const { problems, ...management } = managementServices(closing);
  return {
    write: describeHost({ api: writeHostFacts, endpoints: [postWrite(uncalled)], problems }),
    management: describeHost({
      api: managementHostFacts,
      endpoints: [...management.operations, ...management.notification, ...management.installations],
      problems,
    }),
  };
}

/** With the service that their problems name. */
export function managementServices(closing: Closing) {
  const keys = { ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}` };
  const environment = { ...nowhere, ...keys, KAFKA_BROKERS: '127.0.0.1:1' };
  const config = {
    ...readEnvironment(installationsVariables, environment),
    ...readEnvironment(notificationVariables, environment),
    ...readEnvironment(operationsVariables, environment),
  };
  const endpoints = managementEndpoints(config, keys.ENCRYPTION_KEYS, closing);
  return { ...endpoints, problems: problemSettingsOf(config) };
}

type Config = Parameters<typeof composeInstallations>[0]['config'] &
  Parameters<typeof composeOperations>[0]['config'] &
  Parameters<typeof composeNotification>[0]['config'] &
  Parameters<typeof createProviders>[0]['config'];

function managementEndpoints(config: Config, encryptionKeys: string, closing: Closing) {
  const database = closing.add(
    openDatabase({ url: nowhere.DATABASE_URL, maxConnections: 2, applicationName: 'writ' }),
    (opened) => opened.close(),
  );
  const providers = closing.add(
    createProviders({
      config,
      connectionsPerOrigin: 1,
    }),
    (opened) => opened.close(),
  );
  const logger = createAppLogger({ service: 'openapi', level: 'error', write: () => undefined });
  const metrics = (service: string) => createMetrics({ service, defaults: false });
  const secrets = projectSecrets(createKeyring(encryptionKeys), database.pool);
  const shared = { config, database, secrets, providers, clock: systemClock, pokeRelay: () => undefined };
  const notification = composeNotification(
    {
      ...shared,
      logger,
      metrics: metrics('notification'),
      bus: directBus({ logger }),
      random: Math.random,
      laneQueues: { usual: noQueue, troubled: noQueue },
    },
    closing,
  );
  const operations = composeOperations(
    {
      ...shared,
      laneQueues: { provider: noQueue, destination: noQueue },
      lookAtAccount: notCalled,
      logger,
      metrics: metrics('operations'),
    },
    closing,
  );
  return {
    operations: operations.endpoints,
    notification: notification.endpoints,
    installations: composeInstallations({
      ...shared,
      connections: uncalledConnections,
      governor: { paced: notCalled },
    }).endpoints,
  };
}

const notCalled = (): never => {
  throw new Error('A description calls nothing.');
};

const uncalled: Parameters<typeof postWrite>[0] = {
  findByCredential: notCalled,
  findInstallation: notCalled,
  adapterFor: notCalled,
  findAnswer: notCalled,
  hashValues: notCalled,
  accept: notCalled,
  perform: notCalled,
};

const uncalledConnections = { find: notCalled, renew: notCalled, renewFor: notCalled };

const noQueue: JobQueue = {
  wake: notCalled,
  wakeAfter: notCalled,
  sweepWake: notCalled,
  waitingMs: notCalled,
  tell: notCalled,
  work: notCalled,
  check: notCalled,
  facts: notCalled,
  close: notCalled,
};
