import { join } from 'node:path';
import { keepDatabaseUrl } from '@writ/db';
import { startPostgres } from '@writ/local-servers';
import { StartError, type Closing } from '@writ/service-kit';

/**
 * Postgres with its data in the folder. Returns its address, which is also stored there for the operators' commands.
 * A Postgres that ends is started again; if it does not come back, the process ends with an error.
 */
export async function embeddedDatabase(
  dataDir: string,
  tell: (line: string) => void,
  closing: Closing,
): Promise<string> {
  // Unhandled, so that it ends the process in the usual order (`runService`).
  const onLost = (error: Error) => void Promise.reject(asStartError(error));
  const postgres = closing.add(
    await startPostgres({ dir: join(dataDir, 'postgres'), durable: true, tell, onLost }).catch(
      (error: unknown) => {
        throw asStartError(error);
      },
    ),
    (server) => server.close(),
  );
  closing.add(await keepDatabaseUrl(dataDir, postgres.url), (kept) => kept.forget());
  return postgres.url;
}

const asStartError = (cause: unknown): StartError =>
  new StartError(cause instanceof Error ? cause.message : String(cause), { cause });
