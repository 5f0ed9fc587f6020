import { dropDatabases } from '../servers/database-admin.ts';
import { started } from './started.ts';

/** Drops the databases of this run and closes the servers that its set-up started. */
export default async function globalTeardown(): Promise<void> {
  // A server that is about to go takes its databases with it.
  if (
    started.run &&
    started.servers.every((server) => !('url' in server && server.url === started.run?.databaseUrl))
  ) {
    await dropDatabases(started.run.databaseUrl, started.run.name);
  }
  await started.closeAll();
}
