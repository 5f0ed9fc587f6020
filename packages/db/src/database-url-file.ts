import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Holds the address of the embedded Postgres for operators' commands on the same machine. */
export const databaseUrlFile = (dataDir: string): string => join(dataDir, 'database-url');

/** Readable for its owner only: the address contains the password. */
export async function keepDatabaseUrl(
  dataDir: string,
  url: string,
): Promise<{ forget: () => Promise<void> }> {
  const file = databaseUrlFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  // An existing file would keep its mode.
  await rm(file, { force: true });
  await writeFile(file, `${url}\n`, { mode: 0o600 });
  return {
    forget: async () => {
      if ((await keptDatabaseUrl(dataDir)) === url) await rm(file, { force: true });
    },
  };
}

/** Undefined if no start stored one, or it has stopped. */
export async function keptDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const text = await readFile(databaseUrlFile(dataDir), 'utf8').catch(() => undefined);
  return text?.trim();
}
