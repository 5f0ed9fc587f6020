import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Runs the migrations of the release in a folder.
 * @param environment PATH at least
 */
export async function migrateAs(
  release: string,
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const main = join(release, 'services/installations/src/admin/admin.main.ts');
  await promisify(execFile)(process.execPath, [main, 'migrate'], {
    env: { ...environment, DATABASE_URL: databaseUrl },
  });
}
