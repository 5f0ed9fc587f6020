import { join } from 'node:path';
import { keepDatabaseUrl } from '@writ/db';
import { startPostgres } from '@writ/local-servers';
import { StartError, type Closing } from '@writ/service-kit';

/**
 * A real Postgres whose data stays in the folder; its address, which is kept there for the operators' commands.
 * One that ends by itself is started again; when it does not come back, the process ends with an error.
 */
export async function embeddedDatabase(
  dataDir: string,
  tell: (line: string) => void,
  closing: Closing,
): Promise<string> {
  // Nothing catches what is thrown to no caller: it ends the process in the usual order (`runService`).
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
