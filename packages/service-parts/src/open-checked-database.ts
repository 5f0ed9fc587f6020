import { openDatabase, type Database } from '@writ/db';
import { StartError, type Closing, type ServiceFrame } from '@writ/service-kit';

/**
 * Opens the pool of a service, asks Postgres once, since a service without it cannot start, and keeps the question as a
 * readiness check.
 * @throws StartError in one sentence when it does not answer.
 */
export async function openCheckedDatabase(
  { health }: Pick<ServiceFrame, 'health'>,
  options: { url: string; maxConnections: number; applicationName: string },
  closing: Closing,
): Promise<Database> {
  const database = closing.add(openDatabase(options), (opened) => opened.close());
  const check = () => database.pool.query('SELECT 1');
  await check().catch((cause: unknown) => {
    const reason = cause instanceof Error && cause.message !== '' ? cause.message : 'no answer';
    const told = `Postgres cannot be used (${reason}). Check DATABASE_URL, and that Postgres runs.`;
    throw new StartError(told, { cause });
  });
  health.addCheck('postgres', check);
  return database;
}
