import { isUniqueViolation, wasRolledBack } from '../faults.ts';

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

/**
 * Gives what was stored, or 'name-taken' where a unique constraint refused it. Names that two callers exchange at the same
 * moment wait for each other until Postgres undoes one of the two; that one is asked for again, and then finds a name taken.
 */
export async function unlessTaken<Stored>(store: () => Promise<Stored>): Promise<Stored | 'name-taken'> {
  try {
    return await undeadlocked(store);
  } catch (error) {
    if (isUniqueViolation(error)) return 'name-taken';
    throw error;
  }
}
