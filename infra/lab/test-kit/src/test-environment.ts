/** From the set-up of a run. */
export type TestEnvironment = {
  databaseUrl: string;
  redisUrl: string;
  redisClusterUrl: string;
  kafkaBrokers: string;
  /** Prefix of all databases of this run. */
  run: string;
  /** Migrated; tests clone it. */
  template: string;
};

const variables: Record<keyof TestEnvironment, string> = {
  databaseUrl: 'WRIT_TEST_DATABASE_URL',
  redisUrl: 'WRIT_TEST_REDIS_URL',
  redisClusterUrl: 'WRIT_TEST_REDIS_CLUSTER_URL',
  kafkaBrokers: 'WRIT_TEST_KAFKA_BROKERS',
  run: 'WRIT_TEST_RUN',
  template: 'WRIT_TEST_TEMPLATE',
};

export function setTestEnvironment(values: TestEnvironment): void {
  for (const [name, variable] of entries()) process.env[variable] = values[name];
}

/** @throws if this is no integration test */
export function fromTestEnvironment(name: keyof TestEnvironment): string {
  const value = process.env[variables[name]];
  if (value === undefined) {
    throw new Error(
      `${variables[name]} is not set: tests that need servers are named *.integration.test.ts.`,
    );
  }
  return value;
}

/** `npm run test:long`. */
export const isLongRun = (): boolean => process.env['WRIT_TEST_LONG'] !== undefined;

function entries(): [keyof TestEnvironment, string][] {
  return Object.entries(variables) as [keyof TestEnvironment, string][];
}
