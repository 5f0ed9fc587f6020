import { providerQuotaVariables } from '@writ/providers';
import { integer, port, serviceVariables } from '@writ/service-kit';

const shared = serviceVariables;

export const variables = {
  OPERATIONS_PORT: port('Port of the operations service; 0 takes any free one.', { fallback: '8083' }),
  LISTEN_HOST: shared.LISTEN_HOST,
  METRICS_PORT: shared.METRICS_PORT,
  METRICS_HOST: shared.METRICS_HOST,
  LOG_LEVEL: shared.LOG_LEVEL,
  DATABASE_URL: shared.DATABASE_URL,
  DATABASE_POOL_SIZE: shared.DATABASE_POOL_SIZE,
  REDIS_URL: shared.REDIS_URL,
  OPERATION_RETENTION_DAYS: integer('How long operations and their logs are kept after their end, in days.', {
    fallback: '90',
    min: 4,
    max: 3_650,
  }),
  SENT_RETENTION_DAYS: integer(
    'How long the sent records of an operation are kept after its end, in days; until then its failed records can be retried.',
    { fallback: '7', min: 1, max: 3_650 },
  ),
  AUDIT_RETENTION_DAYS: integer('How long audit entries are kept, in days.', {
    fallback: '365',
    min: 30,
    max: 3_650,
  }),
  ...providerQuotaVariables,
  ADMIN_TOKEN: shared.ADMIN_TOKEN,
  CORS_ORIGINS: shared.CORS_ORIGINS,
  RATE_LIMIT_PER_KEY: shared.RATE_LIMIT_PER_KEY,
  RATE_LIMIT_PER_PROJECT: shared.RATE_LIMIT_PER_PROJECT,
  PUBLIC_MANAGEMENT_URL: shared.PUBLIC_MANAGEMENT_URL,
  PUBLIC_WRITE_URL: shared.PUBLIC_WRITE_URL,
  SUPPORT_EMAIL: shared.SUPPORT_EMAIL,
  SUPPORT_PHONE: shared.SUPPORT_PHONE,
  SUPPORT_URL: shared.SUPPORT_URL,
} as const;
