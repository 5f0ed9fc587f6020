import type { Operation } from '@writ/sdk';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useProject } from '../../data/project.ts';
import { useOperations } from '../../data/operations.ts';
import { Button } from '../../parts/actions/button.tsx';
import { ManyActions } from '../../parts/many/many-actions.tsx';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { Page } from '../../parts/page/page.tsx';
import type { Column } from '../../parts/rows/column.ts';
import { Rows } from '../../parts/rows/rows.tsx';
import { selectionParams, useSelection } from '../../parts/rows/use-selection.ts';
import { Loading, NoMatch, NothingYet } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { ExactTime, Time } from '../../parts/time/time.tsx';
import { OperationChips } from './operation-chips.tsx';
import { filterOf, operationParams } from './operation-filters.ts';
import { OperationStatus } from './operation-status.tsx';
import styles from './operations-page.module.css';

const columns: readonly Column<Operation>[] = [
  {
    head: 'Operation',
    width: 'minmax(7rem, 1.5fr)',
    cell: ({ resource, metadata }) => `${metadata.type} ${resource}`,
  },
  {
    head: 'Status',
    width: 'minmax(7.5rem, 8.5rem)',
    cell: (operation) => <OperationStatus operation={operation} />,
  },
  { head: 'Customer', width: 'minmax(5rem, 1fr)', isWideOnly: true, cell: ({ groupRef }) => groupRef },
  { head: 'Provider', width: '5.5rem', isWideOnly: true, cell: ({ provider }) => provider },
  { head: 'Result', width: 'minmax(8rem, 3fr)', isWideOnly: true, cell: resultOf },
  { head: 'Records', width: '5rem', atEnd: true, isWideOnly: true, cell: writtenOf },
  {
    head: 'Accepted',
    width: '5rem',
    atEnd: true,
    cell: ({ createTime }) => <Time at={createTime} />,
  },
];

const keyOf = ({ id }: Operation): string => id;

/** All operations of a project. */
export function OperationsPage() {
  const project = useProject();
  const [values, change] = useParamsOf(operationParams, { drops: selectionParams });
  const [location, navigate] = useLocation();
  // A span of time begins where the list was opened: were it to move, the list would be another one each time.
  const filter = useMemo(() => filterOf(values, Date.now()), [values]);
  const list = useOperations(project, filter);
  const selection = useSelection();
  const meant = selection.keys.size > 0 ? { ids: [...selection.keys] } : filter;
  const isFiltered = Object.keys(values).length > 0;
  const clear = () => navigate(location);
  const { operations } = list;
  return (
    <Page
      title="Operations"
      actions={
        <>
          <Newer count={list.newerCount} areMore={list.areMoreNewer} onShow={() => void list.showNewer()} />
          <ManyActions
            scope="operations:manage"
            selection={selection}
            choices={[
              { key: 'r', words: 'Retry', many: { action: 'retry', filter: meant } },
              { key: 'c', words: 'Cancel', many: { action: 'cancel', filter: meant } },
            ]}
          />
        </>
      }
    >
      <OperationChips values={values} change={change} onClear={clear} />
      {list.error && <Problem fault={list.error} onRetry={list.retry} />}
      {!operations && !list.error && <Loading what="operations" />}
      {operations && operations.length > 0 && (
        <Rows
          label="Operations"
          rows={operations}
          columns={columns}
          keyOf={keyOf}
          hrefOf={({ id }) => project.to('operations', id)}
          onSeen={list.setSeen}
          selection={selection}
          onEnd={list.goesOn ? list.readMore : undefined}
        />
      )}
      {operations?.length === 0 &&
        !list.hasMore &&
        (isFiltered ? <NoMatch what="operations" onClear={clear} /> : <NoneYet />)}
      <End list={list} />
    </Page>
  );
}

/** What came since the list was read: told, never put in between what is being read. */
function Newer({ count, areMore, onShow }: { count: number; areMore: boolean; onShow: () => void }) {
  return (
    <div role="status">
      {count > 0 && <Button onClick={onShow}>{`Show ${count}${areMore ? '+' : ''} new`}</Button>}
    </div>
  );
}

/** What stands below the last row: how far the list has looked. */
function End({ list }: { list: ReturnType<typeof useOperations> }) {
  if (list.isReadingMore) return <Loading what="more" />;
  if (list.readMoreError) return <Problem fault={list.readMoreError} onRetry={list.readMore} />;
  if (!list.hasMore || list.lookedBackTo === undefined) return null;
  return (
    <p className={styles['end']}>
      Looked back to <ExactTime at={list.lookedBackTo} />.
      <Button onClick={list.readMore}>Look further</Button>
    </p>
  );
}

function NoneYet() {
  return (
    <NothingYet title="No writes yet">
      <p>Each write to a CRM becomes an operation, and is shown here as soon as it is accepted.</p>
    </NothingYet>
  );
}

function resultOf({ result, metadata: { waiting, retry } }: Operation) {
  if (result !== undefined) return <span title={result}>{result}</span>;
  if (waiting?.until !== undefined)
    return (
      <>
        next <Time at={waiting.until} />
      </>
    );
  return retry?.lastError?.message ?? '';
}

function writtenOf({ metadata: { succeeded, recordCount } }: Operation) {
  return `${succeeded} / ${recordCount}`;
}
