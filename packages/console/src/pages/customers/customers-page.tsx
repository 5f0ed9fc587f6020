import { useCustomers, useUnhealthy, type Customer } from '../../data/customers/customers.ts';
import { useProject } from '../../data/project.ts';
import { Status, TheirNames } from '../../parts/facts/facts.tsx';
import { To } from '../../parts/facts/id.tsx';
import { healthStandings } from '../../parts/facts/standings.ts';
import { brandOf, countOf, countWords } from '../../parts/facts/words.ts';
import { text } from '../../parts/filters/filters.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { Notice, NothingYet } from '../../parts/states/states.tsx';

const filters = { groupRef: text('Customer') };

const columns: readonly Column<Customer>[] = [
  { head: 'Customer', width: [7, '3fr'], cell: ({ groupName }) => <bdi>{groupName}</bdi> },
  { head: 'Reference', width: [6, '2fr'], isWideOnly: true, cell: ({ groupRef }) => <bdi>{groupRef}</bdi> },
  { head: 'Health', width: 7, cell: ({ healthStatus }) => <Status {...healthStandings[healthStatus]} /> },
  { head: 'Connected to', width: [8, '3fr'], isWideOnly: true, cell: providersOf },
  {
    head: 'Installations',
    width: 6.5,
    atEnd: true,
    isWideOnly: true,
    cell: ({ installations }) => countWords(installations.length),
  },
  { head: 'Unfinished', width: 5.5, atEnd: true, isWideOnly: true, cell: unfinishedOf },
  { head: 'Failed, 24 h', width: 6, atEnd: true, cell: failedOf },
];

export function CustomersPage() {
  return (
    <ListPage
      what="customers"
      filters={filters}
      useRows={useCustomers}
      columns={columns}
      beneath={(customer) => (
        <>
          <bdi>{customer.groupRef}</bdi>
          {customer.connections.length > 0 && <> · {providersOf(customer)}</>}
        </>
      )}
      notices={() => <Unhealthy />}
      none={
        <NothingYet title="No customers yet">
          <p>
            A customer is listed as soon as it has connected a CRM or installed an integration, under the
            reference that your product gives it.
          </p>
        </NothingYet>
      }
    />
  );
}

/** The list is by reference, so customers in trouble are named above it. */
function Unhealthy() {
  const { data } = useUnhealthy(useProject(), true);
  if (!data || data.connections.length === 0) return null;
  const groups = [...new Map(data.connections.map(({ group }) => [group.groupRef, group])).values()];
  return (
    <Notice tone="bad" title={`${countOf(groups.length, 'customer', data.areMore)} cannot be written to`}>
      <p className="wrap">
        {groups.map(({ groupRef, groupName }) => (
          <To key={groupRef} place={['customers', groupRef]}>
            <bdi>{groupName}</bdi>
          </To>
        ))}
      </p>
    </Notice>
  );
}

function providersOf({ connections }: Customer) {
  return <TheirNames names={[...new Set(connections.map(({ provider }) => brandOf(provider)))]} />;
}

function unfinishedOf({ operations: { unfinished, more } }: Customer) {
  return countWords(unfinished, more);
}

function failedOf({ operations: { failed, more } }: Customer) {
  return countWords(failed, more);
}
