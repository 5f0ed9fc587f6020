import { isUniqueViolation, wasRolledBack } from '../faults.ts';

const tries = 3;

/** Repeats work that Postgres rolled back to end a deadlock. */
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
 * Returns 'name-taken' if a unique constraint refused the row; two callers that exchange names may deadlock
 * first.
 */
export async function unlessTaken<Stored>(store: () => Promise<Stored>): Promise<Stored | 'name-taken'> {
  try {
    return await undeadlocked(store);
  } catch (error) {
    if (isUniqueViolation(error)) return 'name-taken';
    throw error;
  }
}
