import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where a start that brings its own Postgres says which one it is, for the operators' commands of the same machine. */
export const databaseUrlFile = (dataDir: string): string => join(dataDir, 'database-url');

/** Keeps the address of a Postgres, which holds its password, where its owner alone can read it. */
export async function keepDatabaseUrl(
  dataDir: string,
  url: string,
): Promise<{ forget: () => Promise<void> }> {
  const file = databaseUrlFile(dataDir);
  await mkdir(dataDir, { recursive: true });
  // A file that is there keeps its mode, so it goes first.
  await rm(file, { force: true });
  await writeFile(file, `${url}\n`, { mode: 0o600 });
  return {
    forget: async () => {
      if ((await keptDatabaseUrl(dataDir)) === url) await rm(file, { force: true });
    },
  };
}

/** The address that a start has kept there; undefined when none did, or it has ended in order. */
export async function keptDatabaseUrl(dataDir: string): Promise<string | undefined> {
  const text = await readFile(databaseUrlFile(dataDir), 'utf8').catch(() => undefined);
  return text?.trim();
}
