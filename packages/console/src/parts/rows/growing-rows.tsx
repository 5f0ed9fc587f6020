import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { Loading, NoMatch } from '../states/empty.tsx';
import { Problem } from '../states/problem.tsx';
import { ExactTime } from '../time/time.tsx';
import type { Column, Selection } from './column.ts';
import styles from './growing-rows.module.css';
import { Rows } from './rows.tsx';

/** A list to which new entries come while it is read, as `useGrowingList` gives it. */
type GrowingList<Row> = {
  rows: readonly Row[] | undefined;
  error: Error | null;
  retry: () => void;
  /** How far a page of it looked, where it ends before the whole was looked through. */
  lookedBackTo?: string | undefined;
  hasMore: boolean;
  goesOn: boolean;
  isReadingMore: boolean;
  readMoreError: Error | null;
  readMore: () => void;
  /** Where its rows follow what becomes of them: those that can be seen. */
  setSeen?: (keys: readonly string[]) => void;
};

type Given<Row> = {
  list: GrowingList<Row>;
  /** What its rows are: `deliveries`. */
  what: string;
  label: string;
  columns: readonly Column<Row>[];
  hrefOf: (row: Row) => string;
  selection?: Selection | undefined;
  isFiltered: boolean;
  onClear: () => void;
  /** What is shown where there never was one. */
  none: ReactNode;
};

/** A growing list in all its states: its rows, how far it has looked, none, no match, what went wrong. What is new waits in `Newer`. */
export function GrowingRows<Row extends { id: string }>(given: Given<Row>) {
  const { list, what, label, columns, hrefOf, selection, isFiltered, onClear, none } = given;
  const { rows, error } = list;
  const isEmpty = rows?.length === 0 && !list.hasMore;
  return (
    <>
      {error && <Problem fault={error} onRetry={list.retry} />}
      {!rows && !error && <Loading what={what} />}
      {rows && rows.length > 0 && (
        <Rows
          {...{ label, rows, columns, hrefOf, selection }}
          keyOf={idOf}
          onSeen={list.setSeen}
          onEnd={list.goesOn ? list.readMore : undefined}
        />
      )}
      {isEmpty && (isFiltered ? <NoMatch what={what} onClear={onClear} /> : none)}
      <End list={list} />
    </>
  );
}

const idOf = ({ id }: { id: string }): string => id;

/** What stands below the last row: how far the list has looked. One that shows rows reads on by itself. */
function End<Row>({ list }: { list: GrowingList<Row> }) {
  const { rows, hasMore, isReadingMore, readMoreError, lookedBackTo, readMore } = list;
  if (isReadingMore) return <Loading what="more" />;
  if (readMoreError) return <Problem fault={readMoreError} onRetry={readMore} />;
  if (!hasMore || (rows && rows.length > 0 && lookedBackTo === undefined)) return null;
  return (
    <p className={styles['end']}>
      {lookedBackTo === undefined ? (
        'Nothing so far.'
      ) : (
        <>
          Looked back to <ExactTime at={lookedBackTo} />.
        </>
      )}
      <Button onClick={readMore}>Look further</Button>
    </p>
  );
}
