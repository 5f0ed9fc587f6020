import { openDatabase, type Database } from '@writ/db';
import { mustAnswer, type Closing, type ServiceFrame } from '@writ/service-kit';

/**
 * Opens the pool of a service, and asks Postgres once: a service without it cannot start.
 * @throws StartError in one sentence when it does not answer.
 */
export async function openCheckedDatabase(
  frame: Pick<ServiceFrame, 'health'>,
  options: { url: string; maxConnections: number; applicationName: string },
  closing: Closing,
): Promise<Database> {
  const database = closing.add(openDatabase(options), (opened) => opened.close());
  const check = () => database.pool.query('SELECT 1');
  await mustAnswer(frame, { name: 'Postgres', check, remedy: 'Check DATABASE_URL, and that Postgres runs.' });
  return database;
}
