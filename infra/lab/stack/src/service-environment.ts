import { join } from 'node:path';
import { sandboxAddresses } from '@writ/providers';
import { secretFileVariable } from '@writ/service-kit';
import { storedEncryptionKeys } from '@writ/tenancy';
import type { Addresses } from './addresses.ts';
import { checkout } from './programs.ts';
import type { Servers } from './start-servers.ts';

/** Node's compile cache with types removed: processes that find it load no compiler. */
const compiled = join(checkout, '.cache/compiled');

/**
 * For every program: `base` and the servers' addresses; unless in `base`, also public addresses, keys, the sandbox
 * instead of real CRMs, and the compile cache.
 */
export async function serviceEnvironment(
  base: Record<string, string>,
  dataDir: string,
  servers: Servers,
  addresses: Addresses,
): Promise<Record<string, string>> {
  const keys =
    base['ENCRYPTION_KEYS'] ??
    (base[secretFileVariable('ENCRYPTION_KEYS')] === undefined
      ? await storedEncryptionKeys(join(dataDir, 'stack', 'encryption-keys'))
      : undefined);
  return {
    PUBLIC_MANAGEMENT_URL: `${addresses.management.url}/v1`,
    PUBLIC_WRITE_URL: `${addresses.write.url}/v1`,
    EDGE_URL: addresses.management.url,
    TRUSTED_PROXIES: '127.0.0.1',
    ...sandboxAddresses(addresses.sandbox.url),
    NODE_COMPILE_CACHE: compiled,
    ...base,
    ...(keys !== undefined && { ENCRYPTION_KEYS: keys }),
    ...fromStack('DATABASE_URL', servers.databaseUrl),
    ...fromStack('REDIS_URL', servers.redisUrl),
    KAFKA_BROKERS: servers.kafkaBrokers,
    DATA_DIR: dataDir,
    SANDBOX_URL: addresses.sandbox.url,
  };
}

/** Drops the file that the value came from: a service refuses both. */
const fromStack = (name: string, value: string): Record<string, string> => ({
  [name]: value,
  [secretFileVariable(name)]: '',
});
