import { isUniqueViolation, wasRolledBack } from './faults.ts';

const tries = 3;

/**
 * Gives what was stored, or 'name-taken' where a unique constraint refused it. Names that two callers exchange at the same
 * moment wait for each other until Postgres undoes one of the two; that one is asked for again, and then finds a name taken.
 */
export async function unlessTaken<Stored>(store: () => Promise<Stored>): Promise<Stored | 'name-taken'> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await store();
    } catch (error) {
      if (isUniqueViolation(error)) return 'name-taken';
      if (!wasRolledBack(error) || tried === tries) throw error;
    }
  }
}
