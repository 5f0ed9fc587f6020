import { CommitUnknownError, isContentFault, onceMore } from '@writ/db';

/**
 * Stores once more if the connection broke. Throws the first error if the commit is still unknown.
 * @param repeat must store nothing that the first try stored
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
