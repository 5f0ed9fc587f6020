import { Button, Place } from '../actions/button.tsx';
import { Spoken } from '../facts/id.tsx';
import { Loading, Problem } from '../states/states.tsx';
import { ExactTime } from '../time/time.tsx';

/** As `usePages` returns it. */
export type ReadOn = {
  lookedBackTo?: string | undefined;
  hasMore: boolean;
  isReadingMore: boolean;
  readMoreError: Error | null;
  readMore: () => void;
};

/** How far the list looked, and a button for more unless it goes on `byItself`. */
export function ListEnd({ list, isEmpty, byItself }: { list: ReadOn; isEmpty: boolean; byItself: boolean }) {
  const { hasMore, isReadingMore, readMoreError, lookedBackTo, readMore } = list;
  if (isReadingMore) return <Loading what="more" />;
  if (readMoreError) return <Problem fault={readMoreError} onRetry={readMore} />;
  if (!hasMore || (byItself && !isEmpty && lookedBackTo === undefined)) return null;
  return (
    <p className="wrap quiet">
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

/** As `useList` returns it. */
export type News = { newerCount: number; areMoreNewer: boolean; showNewer: () => Promise<unknown> };

export function Newer({ newerCount, areMoreNewer, showNewer }: News) {
  return (
    <ComesAndGoes
      isThere={newerCount > 0}
      spoken="There is something new"
      words={`Show ${newerCount}${areMoreNewer ? '+' : ''} new`}
      onClick={() => void showNewer()}
    />
  );
}

type ComesGiven = { isThere: boolean; spoken: string; words: string; onClick: () => void };

/** Screen readers hear that news came, not each count. */
export function ComesAndGoes({ isThere, spoken, words, onClick }: ComesGiven) {
  return (
    <>
      <Spoken>{isThere && spoken}</Spoken>
      <Place>{isThere && <Button onClick={onClick}>{words}</Button>}</Place>
    </>
  );
}
