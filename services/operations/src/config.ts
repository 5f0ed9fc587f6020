import { port, readEnvironment, serviceVariables, type Values } from '@writ/service-kit';

const shared = serviceVariables;

/** The environment of the operations service. */
export const variables = {
  OPERATIONS_PORT: port('Port of the operations service; 0 takes any free one.', { fallback: '8083' }),
  LISTEN_HOST: shared.LISTEN_HOST,
  LOG_LEVEL: shared.LOG_LEVEL,
  DATABASE_URL: shared.DATABASE_URL,
  DATABASE_POOL_SIZE: shared.DATABASE_POOL_SIZE,
  REDIS_URL: shared.REDIS_URL,
  ADMIN_TOKEN: shared.ADMIN_TOKEN,
  PUBLIC_MANAGEMENT_URL: shared.PUBLIC_MANAGEMENT_URL,
  SUPPORT_EMAIL: shared.SUPPORT_EMAIL,
  SUPPORT_PHONE: shared.SUPPORT_PHONE,
  SUPPORT_URL: shared.SUPPORT_URL,
} as const;

export type Config = Values<typeof variables>;

/** @throws EnvironmentError with every fault. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config =>
  readEnvironment(variables, environment);
