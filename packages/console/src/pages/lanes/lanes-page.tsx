import type { Lane } from '@writ/sdk';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useDestinationNames } from '../../data/names.ts';
import { useLanes } from '../../data/writes/lanes.ts';
import { useProject } from '../../data/project.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Place } from '../../parts/actions/place.tsx';
import { countWords } from '../../parts/facts/numbers.ts';
import { ChipOfOne } from '../../parts/filters/chip.tsx';
import { ChipOfText } from '../../parts/filters/chip-of-text.tsx';
import { Chips } from '../../parts/filters/chips.tsx';
import { oneParam, textParam } from '../../parts/filters/params.ts';
import { NotUnderstood } from '../../parts/filters/not-understood.tsx';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { TheirNames } from '../../parts/facts/theirs.tsx';
import { Page } from '../../parts/page/page.tsx';
import type { Column } from '../../parts/rows/column.ts';
import { GrowingRows } from '../../parts/rows/growing-rows.tsx';
import { NothingYet } from '../../parts/states/empty.tsx';
import { Spoken } from '../../parts/facts/spoken.tsx';
import { Time } from '../../parts/time/time.tsx';
import { LaneName, LaneStatus, Quota } from './lane-parts.tsx';
import { OutageNotice } from './outage-notice.tsx';
import { useTroubleFirst } from './use-trouble-first.ts';

/** What the address of the list may hold: the names are those of the API. */
const laneParams = {
  kind: oneParam(['provider', 'destination']),
  waiting: oneParam(['outage', 'paused', 'quota']),
  groupRef: textParam,
};

const kinds = [
  { value: 'provider', words: 'Provider accounts' },
  { value: 'destination', words: 'Destinations' },
] as const;

const reasons = [
  { value: 'outage', words: 'Outage' },
  { value: 'paused', words: 'Paused' },
  { value: 'quota', words: 'Quota' },
] as const;

const columnsOf = (names: ReadonlyMap<string, string>): readonly Column<Lane>[] => [
  { head: 'Lane', width: 'minmax(8rem, 6fr)', cell: (lane) => <LaneName lane={lane} names={names} /> },
  { head: 'Status', width: '7.25rem', cell: (lane) => <LaneStatus lane={lane} /> },
  {
    head: 'Queued',
    width: '4rem',
    atEnd: true,
    cell: ({ queued, moreQueued }) => countWords(queued, moreQueued),
  },
  {
    head: 'In flight',
    width: '4rem',
    atEnd: true,
    isWideOnly: true,
    cell: ({ inFlight }) => countWords(inFlight),
  },
  {
    head: 'Oldest due',
    width: '5.75rem',
    atEnd: true,
    isWideOnly: true,
    cell: ({ oldestDue }) => oldestDue !== undefined && <Time at={oldestDue} />,
  },
  { head: 'Quota', width: '7rem', isWideOnly: true, cell: (lane) => <Quota lane={lane} /> },
  {
    head: 'Customers',
    width: 'minmax(5rem, 2fr)',
    isWideOnly: true,
    cell: ({ groupRefs, moreGroups }) => groupRefs && <TheirNames names={groupRefs} areMore={moreGroups} />,
  },
  {
    head: 'Reason or last fault',
    width: 'minmax(6rem, 4fr)',
    isWideOnly: true,
    cell: (lane) => <span title={whyOf(lane)}>{whyOf(lane)}</span>,
  },
];

/** All lanes, those in trouble first: what waits for each provider account and each destination, and why. */
export function LanesPage() {
  const project = useProject();
  const [values, change] = useParamsOf(laneParams);
  const [location, navigate] = useLocation();
  const list = useLanes(project, values);
  const names = useDestinationNames(project);
  const columns = useMemo(() => columnsOf(names), [names]);
  const { rows, misplaced, sort } = useTroubleFirst({
    lanes: list.rows ?? [],
    readMs: list.readMs,
    list: JSON.stringify([project.name, values]),
  });
  const clear = () => navigate(location);
  return (
    <Page title="Lanes" actions={<InTrouble count={misplaced} onSort={sort} />}>
      <Chips label="Filters" isAnySet={Object.keys(values).length > 0} onClear={clear}>
        <ChipOfOne label="Kind" choices={kinds} value={values.kind} onChange={(kind) => change({ kind })} />
        <ChipOfOne
          label="Waits for"
          choices={reasons}
          value={values.waiting}
          onChange={(waiting) => change({ waiting })}
        />
        <ChipOfText label="Customer" value={values.groupRef} onChange={(groupRef) => change({ groupRef })} />
      </Chips>
      <NotUnderstood params={laneParams} />
      <OutageNotice lanes={rows} areMore={list.hasMore} />
      {list.hasMore && (
        <p>
          Trouble comes first among the {countWords(rows.length)} lanes that are read so far; there are more.
          “Waits for” finds all that wait, and all that are paused.
        </p>
      )}
      <GrowingRows
        list={{ ...list, rows: list.rows && rows }}
        what="lanes"
        label="Lanes"
        columns={columns}
        beneath={whyOrDue}
        hrefOf={({ id }) => project.to('lanes', id)}
        isFiltered={Object.keys(values).length > 0}
        onClear={clear}
        none={<NoneYet />}
      />
    </Page>
  );
}

/** Lanes in trouble below one that is not, or no longer: no row moves by itself. */
function InTrouble({ count, onSort }: { count: number; onSort: () => void }) {
  return (
    <>
      <Spoken>{count > 0 && 'Not all in trouble come first now'}</Spoken>
      <Place>
        {count > 0 && <Button onClick={onSort}>{`Move ${countWords(count)} in trouble up`}</Button>}
      </Place>
    </>
  );
}

/** Why a person or the other side holds it up. */
const whyOf = ({ paused, lastFault }: Lane): string | undefined =>
  paused?.reason === undefined ? lastFault?.message : `“${paused.reason}”`;

function whyOrDue(lane: Lane) {
  const why = whyOf(lane);
  return (
    <>
      {lane.oldestDue === undefined ? (
        'Nothing due'
      ) : (
        <>
          oldest due <Time at={lane.oldestDue} />
        </>
      )}
      {why !== undefined && <> · {why}</>}
    </>
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
