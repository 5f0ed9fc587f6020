import { encryptionKeysVariable } from '@writ/tenancy';
import { providerAddressVariables, providerQuotaVariables } from '@writ/providers';
import {
  integer,
  optional,
  port,
  readEnvironment,
  serviceVariables,
  tracingVariables,
  type Values,
} from '@writ/service-kit';

const shared = serviceVariables;

export const variables = {
  WRITE_PORT: port('Port of the write host; 0 takes any free one.', { fallback: '8081' }),
  LISTEN_HOST: shared.LISTEN_HOST,
  KEEP_ALIVE_SECONDS: shared.KEEP_ALIVE_SECONDS,
  METRICS_PORT: shared.METRICS_PORT,
  METRICS_HOST: shared.METRICS_HOST,
  LOG_LEVEL: shared.LOG_LEVEL,
  ...tracingVariables,
  DATABASE_URL: shared.DATABASE_URL,
  DATABASE_POOL_SIZE: shared.DATABASE_POOL_SIZE,
  REDIS_URL: shared.REDIS_URL,
  ENCRYPTION_KEYS: encryptionKeysVariable,
  ADMIN_TOKEN: shared.ADMIN_TOKEN,
  CORS_ORIGINS: shared.CORS_ORIGINS,
  RATE_LIMIT_PER_KEY: shared.RATE_LIMIT_PER_KEY,
  RATE_LIMIT_PER_PROJECT: shared.RATE_LIMIT_PER_PROJECT,
  RATE_LIMIT_PER_GROUP: shared.RATE_LIMIT_PER_GROUP,
  PUBLIC_MANAGEMENT_URL: shared.PUBLIC_MANAGEMENT_URL,
  PUBLIC_WRITE_URL: shared.PUBLIC_WRITE_URL,
  SUPPORT_EMAIL: shared.SUPPORT_EMAIL,
  SUPPORT_PHONE: shared.SUPPORT_PHONE,
  SUPPORT_URL: shared.SUPPORT_URL,
  ...providerAddressVariables,
  WRITE_MAX_UNFINISHED: integer('Asynchronous writes of one project that may be unfinished at a time.', {
    fallback: '1000000',
    min: 1,
    max: 100_000_000,
  }),
  WRITE_MAX_UNFINISHED_PER_GROUP: optional(
    integer(
      'Asynchronous writes of one group that may be unfinished at a time; without it, as many as of its project.',
      { min: 1, max: 100_000_000 },
    ),
  ),
  ...providerQuotaVariables,
  WRITE_MAX_PROVIDER_CONNECTIONS: integer(
    'Maximum connections to one provider address for synchronous writes; one account may use a quarter of them.',
    { fallback: '256', min: 1, max: 4_000 },
  ),
} as const;

export type Config = Values<typeof variables>;

/** @throws EnvironmentError with every fault */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(variables, environment);
