import { CommitUnknownError } from '@writ/db';
import { outcomeUnknown } from '@writ/http-kit';

/**
 * What comes of work that makes a key, whose caller alone is shown it.
 *
 * @throws Refusal where nobody knows whether it was stored: sent again, the request would make one more
 */
export const unlessLost = <T>(work: Promise<T>, { remedy }: { remedy: string }): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof CommitUnknownError)) throw error;
    throw outcomeUnknown({
      detail: 'The database went away while the key was being stored: it may have been made, or not.',
      remedy,
      causes: [error.message],
    });
  });
