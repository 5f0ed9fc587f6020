import { join } from 'node:path';
import { keepDatabaseUrl } from '@writ/db';
import { startPostgres } from '@writ/local-servers';
import { StartError, type Closing } from '@writ/service-kit';

/** A real Postgres whose data stays in the folder; its address, which is kept there for the operators' commands. */
export async function embeddedDatabase(
  dataDir: string,
  tell: (line: string) => void,
  closing: Closing,
): Promise<string> {
  const postgres = closing.add(
    await startPostgres({ dir: join(dataDir, 'postgres'), durable: true, tell }).catch((error: unknown) => {
      throw new StartError(error instanceof Error ? error.message : String(error), { cause: error });
    }),
    (server) => server.close(),
  );
  closing.add(await keepDatabaseUrl(dataDir, postgres.url), (kept) => kept.forget());
  return postgres.url;
}
