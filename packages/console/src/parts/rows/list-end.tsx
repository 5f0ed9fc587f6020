import { Button } from '../actions/button.tsx';
import { Loading } from '../states/empty.tsx';
import { Problem } from '../states/problem.tsx';
import { ExactTime } from '../time/time.tsx';
import styles from './list-end.module.css';

/** How a list is read on, as `useReadingOn` gives it. */
export type ReadOn = {
  /** How far a page of it looked, where it ends before the whole was looked through. */
  lookedBackTo?: string | undefined;
  hasMore: boolean;
  isReadingMore: boolean;
  readMoreError: Error | null;
  readMore: () => void;
};

/** What stands below the last row: how far the list has looked, and the way on where it does not go on `byItself`. */
export function ListEnd({ list, isEmpty, byItself }: { list: ReadOn; isEmpty: boolean; byItself: boolean }) {
  const { hasMore, isReadingMore, readMoreError, lookedBackTo, readMore } = list;
  if (isReadingMore) return <Loading what="more" />;
  if (readMoreError) return <Problem fault={readMoreError} onRetry={readMore} />;
  if (!hasMore || (byItself && !isEmpty && lookedBackTo === undefined)) return null;
  return (
    <p className={styles['end']}>
      {lookedBackTo === undefined ? (
        isEmpty && 'Nothing so far.'
      ) : (
        <>
          Looked back to <ExactTime at={lookedBackTo} />.
        </>
      )}
      <Button onClick={readMore}>Look further</Button>
    </p>
  );
}
