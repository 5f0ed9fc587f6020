import type { Lane } from '@writ/sdk';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useDestinationNames } from '../../data/names.ts';
import { useLanes } from '../../data/lanes.ts';
import { useProject } from '../../data/project.ts';
import { countWords } from '../../parts/facts/numbers.ts';
import { ChipOfOne } from '../../parts/filters/chip.tsx';
import { ChipOfText } from '../../parts/filters/chip-of-text.tsx';
import { Chips } from '../../parts/filters/chips.tsx';
import { oneParam, textParam } from '../../parts/filters/params.ts';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { Page } from '../../parts/page/page.tsx';
import type { Column } from '../../parts/rows/column.ts';
import { Rows } from '../../parts/rows/rows.tsx';
import { Loading, NoMatch, NothingYet } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Time } from '../../parts/time/time.tsx';
import { LaneName, LaneStatus, Quota } from './lane-parts.tsx';
import { OutageNotice } from './outage-notice.tsx';

/** What the address of the list may hold: the names are those of the API. */
const laneParams = { kind: oneParam(['provider', 'destination']), groupRef: textParam };

const kinds = [
  { value: 'provider', words: 'Provider accounts' },
  { value: 'destination', words: 'Destinations' },
] as const;

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<Lane>[] => [
  { head: 'Lane', width: 'minmax(8rem, 7fr)', cell: (lane) => <LaneName lane={lane} names={names} /> },
  { head: 'State', width: '7.5rem', cell: (lane) => <LaneStatus lane={lane} /> },
  {
    head: 'Queued',
    width: '4.5rem',
    atEnd: true,
    cell: ({ queued, moreQueued }) => countWords(queued, moreQueued),
  },
  {
    head: 'In flight',
    width: '4.5rem',
    atEnd: true,
    isWideOnly: true,
    cell: ({ inFlight }) => countWords(inFlight),
  },
  {
    head: 'Oldest due',
    width: '6rem',
    atEnd: true,
    isWideOnly: true,
    cell: ({ oldestDue }) => oldestDue !== undefined && <Time at={oldestDue} />,
  },
  { head: 'Quota', width: '7rem', isWideOnly: true, cell: (lane) => <Quota lane={lane} /> },
  {
    head: 'Customers',
    width: 'minmax(5rem, 2fr)',
    isWideOnly: true,
    cell: ({ groupRefs, moreGroups }) =>
      groupRefs && `${groupRefs.join(', ')}${moreGroups ? ' and more' : ''}`,
  },
  {
    head: 'Reason or last fault',
    width: 'minmax(6rem, 5fr)',
    isWideOnly: true,
    cell: ({ paused, lastFault }) => {
      const words = paused?.reason === undefined ? lastFault?.message : `“${paused.reason}”`;
      return <span title={words}>{words}</span>;
    },
  },
];

const keyOf = ({ id }: Lane): string => id;

/** What waits, for each provider account and each destination, and why. */
export function LanesPage() {
  const project = useProject();
  const [values, change] = useParamsOf(laneParams);
  const [location, navigate] = useLocation();
  const list = useLanes(project, values);
  const names = useDestinationNames(project);
  const columns = useMemo(() => columnsOf(names), [names]);
  const isFiltered = Object.keys(values).length > 0;
  const clear = () => navigate(location);
  const { lanes } = list;
  return (
    <Page title="Lanes">
      <Chips label="Filters" isAnySet={isFiltered} onClear={clear}>
        <ChipOfOne label="Kind" choices={kinds} value={values.kind} onChange={(kind) => change({ kind })} />
        <ChipOfText label="Customer" value={values.groupRef} onChange={(groupRef) => change({ groupRef })} />
      </Chips>
      <OutageNotice lanes={lanes ?? []} areMore={list.hasMore} />
      {list.error && <Problem fault={list.error} onRetry={() => void list.retry()} />}
      {!lanes && !list.error && <Loading what="lanes" />}
      {lanes && lanes.length > 0 && (
        <Rows
          label="Lanes"
          rows={lanes}
          columns={columns}
          keyOf={keyOf}
          hrefOf={({ id }) => project.to('lanes', id)}
          onEnd={list.hasMore && !list.isReadingMore ? () => void list.readMore() : undefined}
        />
      )}
      {lanes?.length === 0 && (isFiltered ? <NoMatch what="lanes" onClear={clear} /> : <NoneYet />)}
      {list.isReadingMore && <Loading what="more" />}
    </Page>
  );
}

function NoneYet() {
  return (
    <NothingYet title="No lanes yet">
      <p>
        Each account of a provider and each destination has a lane, in which its writes or deliveries wait for
        their turn. The first one is made by the first asynchronous write.
      </p>
    </NothingYet>
  );
}
