import { CommitUnknownError, isContentFault, onceMore } from '@writ/db';

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
