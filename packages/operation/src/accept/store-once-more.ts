import { CommitUnknownError, isContentFault, onceMore, wasRolledBack } from '@writ/db';

const triesAfterDeadlock = 3;

/** What Postgres undid to end a deadlock is done again: nothing of it was stored. */
export async function undeadlocked<T>(store: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (!wasRolledBack(error) || tries === triesAfterDeadlock) throw error;
    }
  }
}

/**
 * Stores, and once more where the connection broke. What cannot be told after that is as unknown as it was: a lost commit
 * that could not be repeated is thrown as such. Content that the repetition was refused for was not stored before either.
 *
 * @param repeat must store nothing that the first try has stored
 */
export const storeOnceMore = <T>(
  store: () => Promise<T>,
  repeat: (broken: unknown) => Promise<T>,
): Promise<T> =>
  onceMore(store, (broken) =>
    repeat(broken).catch((error: unknown) => {
      throw broken instanceof CommitUnknownError && !isContentFault(error) ? broken : error;
    }),
  );
