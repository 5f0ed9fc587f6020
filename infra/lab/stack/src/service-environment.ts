import { join } from 'node:path';
import { sandboxAddresses } from '@writ/providers';
import { secretFileVariable } from '@writ/service-kit';
import { storedEncryptionKeys } from '@writ/tenancy';
import type { Addresses } from './addresses.ts';
import { checkout } from './programs.ts';
import type { Servers } from './start-servers.ts';

/** Where Node keeps what it has compiled, types already removed: a process that finds it loads no compiler. */
const compiled = join(checkout, '.cache/compiled');

/**
 * What every program is given: `base`, the addresses of this stack's servers, and, where `base` does not say
 * otherwise, public addresses and keys of its own, the sandbox in place of the real CRMs, and what was compiled before.
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

/** The value instead of the file that it was read from: a service refuses both. */
const fromStack = (name: string, value: string): Record<string, string> => ({
  [name]: value,
  [secretFileVariable(name)]: '',
});
