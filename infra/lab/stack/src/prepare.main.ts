import { migrateDatabase } from '@writ/db';
import { optional, readEnvironment, runService, serviceVariables } from '@writ/service-kit';
import { encryptionKeysVariable, storedEncryptionKeys } from '@writ/tenancy';
import { edgeVariables } from './edge/edge-variables.ts';

/** `infra/entrypoint.sh` finds the keys there. */
const keysFile = '/data/encryption-keys';

const variables = {
  DATABASE_URL: serviceVariables.DATABASE_URL,
  DATABASE_DIRECT_URL: serviceVariables.DATABASE_DIRECT_URL,
  ENCRYPTION_KEYS: optional(encryptionKeysVariable),
  // Only checked: an invalid upgrade must fail here, while the old services run.
  PUBLIC_MANAGEMENT_URL: serviceVariables.PUBLIC_MANAGEMENT_URL,
  PUBLIC_WRITE_URL: serviceVariables.PUBLIC_WRITE_URL,
  ...edgeVariables,
};

// Runs once before the containers' services; each step may be repeated.
await runService('prepare', async () => {
  const values = readEnvironment(variables, process.env);
  // Don't store an unused key: it would look like the one in use.
  if (!values.ENCRYPTION_KEYS) await storedEncryptionKeys(keysFile);
  const from = values.DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  await migrateDatabase(values[from] ?? '', (line) => process.stdout.write(`${line}\n`), from);
  process.exit(0);
});
