import { resolve } from 'node:path';
import { encryptionKeysVariable, projectSecrets } from '@writ/tenancy';
import { baseUrl, readEnvironment, serviceVariables, text } from '@writ/service-kit';
import { seedDemo } from '../demo/seed-demo.ts';
import type { AdminCommand } from './command.ts';
import { withDatabase } from './with-database.ts';

const variables = {
  ENCRYPTION_KEYS: encryptionKeysVariable,
  PUBLIC_MANAGEMENT_URL: serviceVariables.PUBLIC_MANAGEMENT_URL,
  PUBLIC_WRITE_URL: serviceVariables.PUBLIC_WRITE_URL,
  SANDBOX_URL: baseUrl('Address of the sandbox CRMs.', { fallback: 'http://127.0.0.1:8082' }),
  DATA_DIR: text('Folder that keeps demo.json.', { fallback: '.data' }),
};

export const seedDemoCommand: AdminCommand = {
  summary: 'Add the missing parts of the demo, and write DATA_DIR/demo.json.',
  options: {},
  run: async ({ environment, tell, by }) => {
    const values = readEnvironment(variables, environment);
    const dataDir = resolve(values.DATA_DIR);
    await withDatabase(environment, (database) =>
      seedDemo({
        database,
        secrets: projectSecrets(values.ENCRYPTION_KEYS, database.pool),
        managementUrl: values.PUBLIC_MANAGEMENT_URL,
        writeUrl: values.PUBLIC_WRITE_URL,
        sandboxUrl: values.SANDBOX_URL,
        dataDir,
        by,
      }),
    );
    tell(`The demo is ready: ${dataDir}/demo.json has its addresses and key.`);
  },
};
