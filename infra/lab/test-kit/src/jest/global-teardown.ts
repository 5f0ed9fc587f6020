import { dropDatabases } from '../servers/database-admin.ts';
import { started } from './started.ts';

export default async function globalTeardown(): Promise<void> {
  // The run's own server takes its databases with it.
  if (
    started.run &&
    started.servers.every((server) => !('url' in server && server.url === started.run?.databaseUrl))
  ) {
    await dropDatabases(started.run.databaseUrl, started.run.name);
  }
  await started.closeAll();
}
