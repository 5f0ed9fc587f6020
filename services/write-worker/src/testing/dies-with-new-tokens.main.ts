import { openDatabase } from '@writ/db';
import { addToOutbox } from '@writ/event-bus';
import { connectionsForCall, liveConnections } from '@writ/installation';
import { createKeyring, projectSecrets } from '@writ/tenancy';
import { patientConnection } from '@writ/test-kit';
import { sandboxProviders } from './sandbox-providers.ts';

/** Renews a token, and dies between the provider's answer and the commit. */
const [url = '', sandboxUrl = '', keys = '', connectionId = ''] = process.argv.slice(2);

const database = openDatabase({
  url,
  maxConnections: 2,
  applicationName: 'dying',
  limits: patientConnection,
});
const secrets = projectSecrets(createKeyring(keys), database.pool);
const connections = liveConnections({
  database: {
    pool: database.pool,
    transaction: () => {
      process.kill(process.pid, 'SIGKILL');
      return new Promise<never>(() => undefined);
    },
  },
  secrets,
  providers: sandboxProviders({ url: sandboxUrl }),
  findConnection: connectionsForCall(database, secrets),
  announce: addToOutbox,
  random: () => 0,
  onSealedFast: () => undefined,
});
await connections.renewAhead(connectionId, new AbortController().signal);
