import { dropDatabases } from '../servers/database-admin.ts';
import { started } from './started.ts';

export default async function globalTeardown(): Promise<void> {
  // A server of the run's own takes its databases with it.
  if (
    started.run &&
    started.servers.every((server) => !('url' in server && server.url === started.run?.databaseUrl))
  ) {
    await dropDatabases(started.run.databaseUrl, started.run.name);
  }
  await started.closeAll();
}
