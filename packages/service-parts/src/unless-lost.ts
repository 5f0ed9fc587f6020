import { CommitUnknownError } from '@writ/db';
import { outcomeUnknown } from '@writ/problems';

/**
 * Waits until a new key is stored. @throws Refusal if the outcome is unknown: a retry would create one more
 */
export const unlessLost = <T>(work: Promise<T>, { remedy }: { remedy: string }): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof CommitUnknownError)) throw error;
    throw outcomeUnknown({
      detail: 'The database connection broke while the key was being stored, so it may have been created.',
      remedy,
      causes: [error.message],
    });
  });
