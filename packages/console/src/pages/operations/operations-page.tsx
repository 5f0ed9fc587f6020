import type { Operation } from '@writ/sdk';
import { useOperations } from '../../data/writes/operations.ts';
import { Status } from '../../parts/facts/facts.tsx';
import { brandOf, causeOf } from '../../parts/facts/words.ts';
import { operationFilters } from '../../parts/filters/lists.ts';
import { ManyActions } from '../../parts/many/many-actions.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { NothingYet } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { operationStanding } from './operation-standing.ts';

const columns: readonly Column<Operation>[] = [
  { head: 'Operation', width: [7, '1.5fr'], cell: (each) => `${each.metadata.type} ${each.resource}` },
  { head: 'Record', width: [10.5, '3fr'], isWideOnly: true, cell: recordOf },
  { head: 'Status', width: [7.5, '8.5rem'], cell: (each) => <Status {...operationStanding(each)} /> },
  { head: 'Customer', width: [5, '1fr'], isWideOnly: true, cell: ({ groupRef }) => <bdi>{groupRef}</bdi> },
  { head: 'Provider', width: 5.5, isWideOnly: true, cell: ({ provider }) => brandOf(provider) },
  { head: 'Result', width: [5, '3fr'], isWideOnly: true, cell: resultOf },
  { head: 'Records', width: 5, atEnd: true, isWideOnly: true, cell: writtenOf },
  { head: 'Accepted', width: 5, atEnd: true, cell: ({ createTime }) => <Time at={createTime} /> },
];

export function OperationsPage() {
  return (
    <ListPage
      what="operations"
      filters={operationFilters}
      useRows={useOperations}
      columns={columns}
      beneath={customerAndResult}
      isSelectable
      actions={({ query, selection }) => {
        const filter = selection.ids.size > 0 ? { ids: [...selection.ids] } : query;
        return (
          <ManyActions
            needs="operations:manage"
            selection={selection}
            choices={[
              { key: 'r', words: 'Retry', many: { action: 'retry', filter } },
              { key: 'c', words: 'Cancel', many: { action: 'cancel', filter } },
            ]}
          />
        );
      }}
      none={
        <NothingYet title="No writes yet">
          <p>Each write to a CRM becomes an operation, and is shown here as soon as it is accepted.</p>
        </NothingYet>
      }
    />
  );
}

function resultOf({ result, metadata: { waiting, retry } }: Operation) {
  if (result !== undefined)
    return (
      <span title={result}>
        <bdi>{causeOf(result)}</bdi>
      </span>
    );
  const last = retry?.lastError && <bdi>{retry.lastError.message}</bdi>;
  if (waiting?.until === undefined) return last ?? '';
  return (
    <>
      next <Time at={waiting.until} />
      {last && <> · {last}</>}
    </>
  );
}

function customerAndResult(operation: Operation) {
  const [record, result] = [recordOf(operation), resultOf(operation)];
  return (
    <>
      <bdi>{operation.groupRef}</bdi>
      {record !== '' && <> · {record}</>}
      {result !== '' && <> · {result}</>}
    </>
  );
}

function recordOf({ label, metadata: { recordCount, successfulRecordIds = [] } }: Operation) {
  const [recordId] = successfulRecordIds;
  const names = [label, ...(recordCount === 1 || label === undefined ? [recordId] : [])];
  const known = names.filter((name) => name !== undefined).join(' · ');
  if (known === '') return '';
  return (
    <span title={known}>
      <bdi>{known}</bdi>
      {recordCount > 1 && ` and ${recordCount - 1} more`}
    </span>
  );
}

function writtenOf({ metadata: { succeeded, recordCount } }: Operation) {
  return `${succeeded} / ${recordCount}`;
}
