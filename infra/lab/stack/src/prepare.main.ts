import { migrateDatabase } from '@writ/db';
import { optional, readEnvironment, runService, serviceVariables } from '@writ/service-kit';
import { encryptionKeysVariable, storedEncryptionKeys } from '@writ/tenancy';
import { edgeVariables } from './edge/edge-variables.ts';

/** Where `infra/entrypoint.sh` finds the keys for services that are given none. */
const keysFile = '/data/encryption-keys';

const variables = {
  DATABASE_URL: serviceVariables.DATABASE_URL,
  DATABASE_DIRECT_URL: serviceVariables.DATABASE_DIRECT_URL,
  ENCRYPTION_KEYS: optional(encryptionKeysVariable),
  // Read for their faults alone: an upgrade is to end here, while the old services run, and not when they are gone.
  PUBLIC_MANAGEMENT_URL: serviceVariables.PUBLIC_MANAGEMENT_URL,
  PUBLIC_WRITE_URL: serviceVariables.PUBLIC_WRITE_URL,
  ...edgeVariables,
};

// What must be done once before the containers' services start; each step may be repeated.
await runService('prepare', async () => {
  const values = readEnvironment(variables, process.env);
  // A key that nothing is sealed with would only be taken for the one that is.
  if (!values.ENCRYPTION_KEYS) await storedEncryptionKeys(keysFile);
  const from = values.DATABASE_DIRECT_URL === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  await migrateDatabase(values[from] ?? '', (line) => process.stdout.write(`${line}\n`), from);
  process.exit(0);
});
