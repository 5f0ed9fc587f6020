import { CommitUnknownError } from '@writ/db';
import { outcomeUnknown } from '@writ/problems';

/** Waits until a new key is stored. @throws Refusal if the outcome is unknown: a retry would create one more */
export const unlessLost = <T>(work: Promise<T>, { remedy }: { remedy: string }): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof CommitUnknownError)) throw error;
    throw outcomeUnknown({
      detail: 'The database went away while the key was being stored: it may have been made, or not.',
      remedy,
      causes: [error.message],
    });
  });
