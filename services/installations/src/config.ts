import { encryptionKeysVariable } from '@writ/tenancy';
import { isAddressRange } from '@writ/http';
import { providerAddressVariables, providerPageVariables, providerQuotaVariables } from '@writ/providers';
import {
  listOf,
  optional,
  port,
  readEnvironment,
  serviceVariables,
  url,
  type Values,
} from '@writ/service-kit';

const shared = serviceVariables;

export const variables = {
  INSTALLATIONS_PORT: port('Port of the installations service; 0 takes any free one.', { fallback: '8084' }),
  EDGE_URL: optional(
    url(
      'Address of the edge in front of the management host, through which its /readyz asks the other services.',
      ['http', 'https'],
    ),
  ),
  LISTEN_HOST: shared.LISTEN_HOST,
  METRICS_PORT: shared.METRICS_PORT,
  METRICS_HOST: shared.METRICS_HOST,
  LOG_LEVEL: shared.LOG_LEVEL,
  DATABASE_URL: shared.DATABASE_URL,
  DATABASE_POOL_SIZE: shared.DATABASE_POOL_SIZE,
  REDIS_URL: optional(shared.REDIS_URL),
  ENCRYPTION_KEYS: encryptionKeysVariable,
  CONSOLE: shared.CONSOLE,
  ADMIN_TOKEN: shared.ADMIN_TOKEN,
  CORS_ORIGINS: shared.CORS_ORIGINS,
  TRUSTED_PROXIES: listOf(
    'Addresses or ranges of proxies in front of this host, separated by commas, whose X-Forwarded-For is trusted.',
    { fallback: '', ofWhat: 'address or range of addresses', isRight: isAddressRange },
  ),
  RATE_LIMIT_PER_KEY: shared.RATE_LIMIT_PER_KEY,
  RATE_LIMIT_PER_PROJECT: shared.RATE_LIMIT_PER_PROJECT,
  PUBLIC_MANAGEMENT_URL: shared.PUBLIC_MANAGEMENT_URL,
  PUBLIC_WRITE_URL: shared.PUBLIC_WRITE_URL,
  SUPPORT_EMAIL: shared.SUPPORT_EMAIL,
  SUPPORT_PHONE: shared.SUPPORT_PHONE,
  SUPPORT_URL: shared.SUPPORT_URL,
  ...providerAddressVariables,
  ...providerPageVariables,
  ...providerQuotaVariables,
} as const;

export type Config = Values<typeof variables>;

export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(variables, environment);
