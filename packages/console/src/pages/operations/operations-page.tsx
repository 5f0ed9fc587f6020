import type { Operation } from '@writ/sdk';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useProject } from '../../data/project.ts';
import { useOperations } from '../../data/writes/operations.ts';
import { causeOf } from '../../parts/facts/cause-of.ts';
import { Theirs } from '../../parts/facts/theirs.tsx';
import { ManyActions } from '../../parts/many/many-actions.tsx';
import { NotUnderstood } from '../../parts/filters/not-understood.tsx';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { Page } from '../../parts/page/page.tsx';
import type { Column } from '../../parts/rows/column.ts';
import { GrowingRows } from '../../parts/rows/growing-rows.tsx';
import { Newer } from '../../parts/rows/newer.tsx';
import { selectionParams, useSelection } from '../../parts/rows/use-selection.ts';
import { NothingYet } from '../../parts/states/empty.tsx';
import { Time } from '../../parts/time/time.tsx';
import { OperationChips } from './operation-chips.tsx';
import { filterOf, operationParams } from './operation-filters.ts';
import { OperationStatus } from './operation-status.tsx';

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
  {
    head: 'Customer',
    width: 'minmax(5rem, 1fr)',
    isWideOnly: true,
    cell: ({ groupRef }) => <Theirs>{groupRef}</Theirs>,
  },
  { head: 'Provider', width: '5.5rem', isWideOnly: true, cell: ({ provider }) => provider },
  { head: 'Result', width: 'minmax(8rem, 5fr)', isWideOnly: true, cell: resultOf },
  { head: 'Records', width: '5rem', atEnd: true, isWideOnly: true, cell: writtenOf },
  {
    head: 'Accepted',
    width: '5rem',
    atEnd: true,
    cell: ({ createTime }) => <Time at={createTime} />,
  },
];

const known = { ...operationParams, ...selectionParams };

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
  return (
    <Page
      title="Operations"
      actions={
        <>
          <Newer list={list} />
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
      <NotUnderstood params={known} />
      <GrowingRows
        list={list}
        what="operations"
        label="Operations"
        columns={columns}
        beneath={forWhomAndResult}
        hrefOf={({ id }) => project.to('operations', id)}
        selection={selection}
        isFiltered={isFiltered}
        onClear={clear}
        none={<NoneYet />}
      />
    </Page>
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
  if (result !== undefined)
    return (
      <span title={result}>
        <Theirs>{causeOf(result)}</Theirs>
      </span>
    );
  if (waiting?.until !== undefined)
    return (
      <>
        next <Time at={waiting.until} />
        {retry?.lastError && (
          <>
            {' '}
            · <Theirs>{retry.lastError.message}</Theirs>
          </>
        )}
      </>
    );
  return retry?.lastError ? <Theirs>{retry.lastError.message}</Theirs> : '';
}

function forWhomAndResult(operation: Operation) {
  const result = resultOf(operation);
  return (
    <>
      <Theirs>{operation.groupRef}</Theirs>
      {result !== '' && <> · {result}</>}
    </>
  );
}

function writtenOf({ metadata: { succeeded, recordCount } }: Operation) {
  return `${succeeded} / ${recordCount}`;
}
