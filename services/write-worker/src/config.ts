import { encryptionKeysVariable } from '@writ/installation';
import { integer, port, readEnvironment, serviceVariables, type Values } from '@writ/service-kit';

const shared = serviceVariables;

/** The environment of the write worker. */
export const variables = {
  WRITE_WORKER_PORT: port('Port of health and metrics of the write worker; 0 takes any free one.', {
    fallback: '8086',
  }),
  LISTEN_HOST: shared.LISTEN_HOST,
  LOG_LEVEL: shared.LOG_LEVEL,
  DATABASE_URL: shared.DATABASE_URL,
  DATABASE_POOL_SIZE: shared.DATABASE_POOL_SIZE,
  REDIS_URL: shared.REDIS_URL,
  KAFKA_BROKERS: shared.KAFKA_BROKERS,
  ENCRYPTION_KEYS: encryptionKeysVariable,
  PUBLIC_MANAGEMENT_URL: shared.PUBLIC_MANAGEMENT_URL,
  HUBSPOT_BASE_URL: shared.HUBSPOT_BASE_URL,
  HUBSPOT_PATH_VERSION: shared.HUBSPOT_PATH_VERSION,
  SALESFORCE_LOGIN_URL: shared.SALESFORCE_LOGIN_URL,
  SALESFORCE_API_VERSION: shared.SALESFORCE_API_VERSION,
  PROVIDER_QUOTA_PERCENT: shared.PROVIDER_QUOTA_PERCENT,
  PROVIDER_SYNCHRONOUS_PERCENT: shared.PROVIDER_SYNCHRONOUS_PERCENT,
  PROVIDER_QUOTA_ALONE_PERCENT: shared.PROVIDER_QUOTA_ALONE_PERCENT,
  HUBSPOT_WINDOW_LIMIT: shared.HUBSPOT_WINDOW_LIMIT,
  SALESFORCE_DAILY_PERCENT: shared.SALESFORCE_DAILY_PERCENT,
  WORKER_LANE_SLOTS: integer('Provider accounts that one worker writes to at once.', {
    fallback: '16',
    min: 1,
    max: 500,
  }),
  WORKER_ACCOUNT_CONCURRENCY: integer(
    'Writes to one provider account that one worker has under way at once.',
    {
      fallback: '24',
      min: 1,
      max: 200,
    },
  ),
} as const;

export type Config = Values<typeof variables>;

/** @throws EnvironmentError with every fault. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(variables, environment);
