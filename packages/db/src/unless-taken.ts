import { isUniqueViolation } from './faults.ts';
import { undeadlocked } from './undeadlocked.ts';

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
