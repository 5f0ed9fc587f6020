import type { Destination } from '@writ/sdk';
import { useDestinations } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { Code, Status } from '../../parts/facts/facts.tsx';
import { Page } from '../../parts/page/page.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { Rows } from '../../parts/rows/rows.tsx';
import { NothingYet, Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { addressOf, destinationStanding } from './destination-standing.ts';
import { NewDestination } from './new-destination.tsx';

const columns: readonly Column<Destination>[] = [
  { head: 'Destination', width: [7, '2fr'], cell: ({ name }) => name },
  { head: 'Status', width: 7.5, cell: (destination) => <Status {...destinationStanding(destination)} /> },
  { head: 'Kind', width: 5, isWideOnly: true, cell: ({ type }) => type },
  { head: 'Leads to', width: [8, '3fr'], isWideOnly: true, cell: (each) => addressOf(each) ?? '' },
  { head: 'Why', width: [8, '3fr'], isWideOnly: true, cell: whyOf },
  { head: 'Last success', width: 6, atEnd: true, cell: lastOf },
];

const listen = 'npm run --silent writ -- listen --forward-to http://127.0.0.1:9099/';

/** Failing and disabled ones first. */
export function DestinationsPage() {
  const reading = useDestinations(useProject());
  const hasAny = (reading.data?.length ?? 0) > 0;
  return (
    <Page title="Destinations" actions={hasAny && <NewDestination />}>
      <Read of={reading} what="the destinations">
        {(all) =>
          hasAny ? (
            <Rows
              label="Destinations"
              rows={all.toSorted((one, other) => rankOf(one) - rankOf(other))}
              columns={columns}
              beneath={whyOrWhere}
              page="destinations"
            />
          ) : (
            <NoneYet />
          )
        }
      </Read>
    </Page>
  );
}

function NoneYet() {
  return (
    <NothingYet title="No destinations yet">
      <p>
        A destination is where events are sent: a webhook of yours, a channel of Slack, a data stream or a
        bucket.
      </p>
      <NewDestination isMain />
      <p>To get them on your machine while you build, in the folder of Writ:</p>
      <Code label="command that listens" value={listen} />
    </NothingYet>
  );
}

const rankOf = ({ status, failing }: Destination): number => {
  if (failing && status === 'enabled') return 0;
  return status === 'disabled' ? 1 : 2;
};

function whyOf({ status, disabledReason, failing }: Destination) {
  if (status === 'disabled') return <span title={disabledReason}>{disabledReason ?? ''}</span>;
  if (!failing) return '';
  return (
    <>
      Failing since <Time at={failing.since} />
    </>
  );
}

function whyOrWhere(destination: Destination) {
  const why = whyOf(destination);
  return why === '' ? addressOf(destination) : why;
}

function lastOf({ lastSuccess }: Destination) {
  return lastSuccess === undefined ? 'never' : <Time at={lastSuccess} />;
}
