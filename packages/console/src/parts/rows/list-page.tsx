import type { ReactNode } from 'react';
import { useProject, type Project } from '../../data/project.ts';
import { FilterBar, useFilters, type QueryOfFilters } from '../filters/filter-bar.tsx';
import type { Filters } from '../filters/filters.tsx';
import { Page } from '../page/page.tsx';
import { Loading, NoMatch, ReadProblem } from '../states/states.tsx';
import { ListEnd, Newer, type News, type ReadOn } from './list-end.tsx';
import type { Column } from './row-line.tsx';
import { Rows } from './rows.tsx';
import { selectionParams, useSelection, type Selection } from './selection.ts';

type ListOf<Row> = ReadOn & {
  rows: readonly Row[] | undefined;
  error: Error | null;
  retry: () => void;
  goesOn: boolean;
  setSeen?: (ids: readonly string[]) => void;
} & Partial<News>;

type Given<Row, Of extends Filters, List extends ListOf<Row>> = {
  /** Its rows in words; without `page` also the path of its pages: `deliveries`. */
  what: string;
  /** By default the words. */
  title?: string | undefined;
  /** As `Rows` takes it. */
  page?: string | ((row: Row) => string) | undefined;
  filters: Of;
  useRows: (project: Project, query: QueryOfFilters<Of>) => List;
  columns: readonly Column<Row>[];
  /** In a narrow window, the second line of a row. */
  beneath?: (row: Row) => ReactNode;
  isSelectable?: boolean;
  /** The query names the chosen rows, if there are any. */
  actions?: (of: { query: QueryOfFilters<Of>; list: List; selection: Selection }) => ReactNode;
  notices?: (list: List) => ReactNode;
  /** Shown if there never was a row. */
  none: ReactNode;
};

/** A list with its filters in the address, and news that move no row. */
export function ListPage<Row extends { id: string }, Of extends Filters, List extends ListOf<Row>>(
  given: Given<Row, Of, List>,
) {
  const { what, filters, useRows, columns, beneath, isSelectable = false } = given;
  const title = given.title ?? what.charAt(0).toUpperCase() + what.slice(1);
  const project = useProject();
  const others = isSelectable ? selectionParams : {};
  const filtered = useFilters(filters, others);
  const { query, isAnySet, clear } = filtered;
  const list = useRows(project, query);
  const selection = useSelection();
  const { rows, error, newerCount, areMoreNewer = false, showNewer } = list;
  const isEmpty = rows === undefined || rows.length === 0;
  return (
    <Page
      title={title}
      actions={
        <>
          {newerCount !== undefined && showNewer && <Newer {...{ newerCount, areMoreNewer, showNewer }} />}
          {given.actions?.({ query, list, selection })}
        </>
      }
    >
      <FilterBar {...filtered} others={others} />
      {given.notices?.(list)}
      {error && <ReadProblem fault={error} onRetry={list.retry} />}
      {!rows && !error && <Loading what={what} />}
      {rows && !isEmpty && (
        <Rows
          {...{ label: title, rows, columns, beneath }}
          page={given.page ?? what}
          selection={isSelectable ? selection : undefined}
          onSeen={list.setSeen}
          onEnd={list.goesOn ? list.readMore : undefined}
        />
      )}
      {rows && isEmpty && !list.hasMore && (isAnySet ? <NoMatch what={what} onClear={clear} /> : given.none)}
      <ListEnd list={list} isEmpty={isEmpty} byItself />
    </Page>
  );
}
