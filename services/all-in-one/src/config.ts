import { encryptionKeysVariable } from '@writ/tenancy';
import { installationsVariables } from '@writ/installations';
import { notificationVariables } from '@writ/notification';
import { operationsVariables } from '@writ/operations';
import { providerUrlVariables } from '@writ/providers';
import {
  kafkaVariables,
  optional,
  optionalEach,
  port,
  readEnvironment,
  serviceVariables,
  text,
  type Values,
  type Variables,
} from '@writ/service-kit';
import { gatewayVariables } from '@writ/write-gateway';
import { workerVariables } from '@writ/write-worker';

const shared = serviceVariables;

/** Variables of a service without those of a process of its own. */
const without = <Vs extends Variables, Name extends keyof Vs & string>(variables: Vs, ...names: Name[]) =>
  Object.fromEntries(
    Object.entries(variables).filter(([name]) => !names.some((left) => left === name)),
  ) as Omit<Vs, Name>;

/**
 * Everything has a default. Without Postgres, Redis or Kafka in the environment: an embedded Postgres, the queue on
 * it, and a bus that hands events on directly.
 */
export const variables = {
  ...without(installationsVariables, 'INSTALLATIONS_PORT', 'EDGE_URL'),
  ...without(notificationVariables, 'NOTIFICATION_PORT'),
  ...without(operationsVariables, 'OPERATIONS_PORT'),
  ...without(workerVariables, 'WRITE_WORKER_PORT'),
  ...gatewayVariables,
  LOG_LEVEL: { ...shared.LOG_LEVEL, fallback: 'warn' },
  MANAGEMENT_PORT: port('Port of the management host; 0 takes any free one.', { fallback: '8080' }),
  SANDBOX_PORT: port('Port of the sandbox CRMs; 0 takes any free one.', { fallback: '8082' }),
  PUBLIC_MANAGEMENT_URL: optional(shared.PUBLIC_MANAGEMENT_URL),
  PUBLIC_WRITE_URL: optional(shared.PUBLIC_WRITE_URL),
  DATA_DIR: text('Folder that keeps data between starts.', { fallback: '.data' }),
  DATABASE_URL: optional(shared.DATABASE_URL),
  DATABASE_DIRECT_URL: shared.DATABASE_DIRECT_URL,
  REDIS_URL: optional(shared.REDIS_URL),
  KAFKA_BROKERS: optional(kafkaVariables.KAFKA_BROKERS),
  ENCRYPTION_KEYS: optional(encryptionKeysVariable),
  // The sandbox replaces providers, and receivers of a first look listen on this machine without TLS.
  ...optionalEach(providerUrlVariables),
  DESTINATION_ALLOW_HTTP: { ...notificationVariables.DESTINATION_ALLOW_HTTP, fallback: 'listed' },
  DESTINATION_ALLOW_CIDRS: { ...notificationVariables.DESTINATION_ALLOW_CIDRS, fallback: '127.0.0.1/32' },
} as const;

export type Config = Values<typeof variables>;

/** @throws EnvironmentError with every fault */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(variables, environment);
