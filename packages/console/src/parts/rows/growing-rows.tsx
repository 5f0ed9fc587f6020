import type { ReactNode } from 'react';
import { Loading, NoMatch } from '../states/empty.tsx';
import { Problem } from '../states/problem.tsx';
import type { Column, Selection } from './column.ts';
import { ListEnd, type ReadOn } from './list-end.tsx';
import { Rows } from './rows.tsx';

/** A list to which new entries come while it is read, as `useGrowingList` gives it. */
type GrowingList<Row> = ReadOn & {
  rows: readonly Row[] | undefined;
  error: Error | null;
  retry: () => void;
  goesOn: boolean;
  /** Where its rows follow what becomes of them: those that can be seen. */
  setSeen?: (keys: readonly string[]) => void;
};

type Given<Row> = {
  list: GrowingList<Row>;
  /** What its rows are: `deliveries`. */
  what: string;
  label: string;
  columns: readonly Column<Row>[];
  beneath?: ((row: Row) => ReactNode) | undefined;
  hrefOf: (row: Row) => string;
  selection?: Selection | undefined;
  isFiltered: boolean;
  onClear: () => void;
  /** What is shown where there never was one. */
  none: ReactNode;
};

/** A growing list in all its states: its rows, how far it has looked, none, no match, what went wrong. What is new waits in `Newer`. */
export function GrowingRows<Row extends { id: string }>(given: Given<Row>) {
  const { list, what, label, columns, beneath, hrefOf, selection, isFiltered, onClear, none } = given;
  const { rows, error } = list;
  const isEmpty = rows?.length === 0 && !list.hasMore;
  return (
    <>
      {error && <Problem fault={error} onRetry={list.retry} />}
      {!rows && !error && <Loading what={what} />}
      {rows && rows.length > 0 && (
        <Rows
          {...{ label, rows, columns, beneath, hrefOf, selection }}
          keyOf={idOf}
          onSeen={list.setSeen}
          onEnd={list.goesOn ? list.readMore : undefined}
        />
      )}
      {isEmpty && (isFiltered ? <NoMatch what={what} onClear={onClear} /> : none)}
      <ListEnd list={list} isEmpty={rows === undefined || rows.length === 0} byItself />
    </>
  );
}

const idOf = ({ id }: { id: string }): string => id;
