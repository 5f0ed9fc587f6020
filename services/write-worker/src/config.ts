import { encryptionKeysVariable } from '@writ/tenancy';
import { providerAddressVariables, providerQuotaVariables } from '@writ/providers';
import {
  integer,
  kafkaVariables,
  oneOf,
  port,
  readEnvironment,
  serviceVariables,
  tracingVariables,
  type Values,
} from '@writ/service-kit';

const shared = serviceVariables;

export const variables = {
  WRITE_WORKER_PORT: port("Port of the write worker's health checks; 0 takes any free one.", {
    fallback: '8086',
  }),
  LISTEN_HOST: shared.LISTEN_HOST,
  METRICS_PORT: shared.METRICS_PORT,
  METRICS_HOST: shared.METRICS_HOST,
  LOG_LEVEL: shared.LOG_LEVEL,
  ...tracingVariables,
  DATABASE_URL: shared.DATABASE_URL,
  DATABASE_POOL_SIZE: shared.DATABASE_POOL_SIZE,
  REDIS_URL: shared.REDIS_URL,
  ...kafkaVariables,
  ENCRYPTION_KEYS: encryptionKeysVariable,
  PUBLIC_MANAGEMENT_URL: shared.PUBLIC_MANAGEMENT_URL,
  ...providerAddressVariables,
  ...providerQuotaVariables,
  WORKER_LANE_SLOTS: integer('Provider accounts that one worker writes to at the same time.', {
    fallback: '128',
    min: 1,
    max: 500,
  }),
  WORKER_ACCOUNT_CONCURRENCY: integer(
    'Calls to one provider account that one worker has in flight at the same time.',
    {
      fallback: '24',
      min: 1,
      max: 200,
    },
  ),
  WRITE_GATHER: oneOf(
    'Whether queued writes share calls to the CRM: on or off. Workers with off send each in a call of its own.',
    ['on', 'off'],
    { fallback: 'on' },
  ),
} as const;

export type Config = Values<typeof variables>;

/** @throws EnvironmentError with every fault */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(variables, environment);

/** Accounts that can use all their places. */
const busyAccounts = 16;

/** Without calls that hang; accounts with little work share them. */
export const mostUnderWay = (config: Pick<Config, 'WORKER_ACCOUNT_CONCURRENCY'>): number =>
  busyAccounts * config.WORKER_ACCOUNT_CONCURRENCY;
