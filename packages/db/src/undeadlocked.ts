import { wasRolledBack } from './faults.ts';

const tries = 3;

/** What Postgres undid to end a deadlock is done again: nothing of it was stored. */
export async function undeadlocked<T>(store: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await store();
    } catch (error) {
      if (!wasRolledBack(error) || tried === tries) throw error;
    }
  }
}
