import type { Lane } from '@writ/sdk';
import { useState } from 'react';
import { allProjects, useProject, type Project } from '../../data/project.ts';
import { useLanes, type LaneFilter } from '../../data/writes/lanes.ts';
import { ProjectName } from '../../parts/facts/project-name.tsx';
import { TheirNames } from '../../parts/facts/facts.tsx';
import { countWords } from '../../parts/facts/words.ts';
import { oneOf, text } from '../../parts/filters/filters.tsx';
import { ComesAndGoes } from '../../parts/rows/list-end.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { NothingYet } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { LaneName, LaneStatus, OutageNotice, Quota, useLanePlace } from './lane-parts.tsx';
import { byTrouble, isInTrouble } from './lane-standing.ts';

const filters = {
  kind: oneOf('Kind', { provider: 'Provider accounts', destination: 'Destinations' }),
  waiting: oneOf('Waits for', { outage: 'Outage', paused: 'Paused', quota: 'Quota' }),
  groupRef: text('Customer'),
};

const columns: readonly Column<Lane>[] = [
  { head: 'Lane', width: [8, '6fr'], cell: (lane) => <LaneName lane={lane} /> },
  { head: 'Status', width: 7.25, cell: (lane) => <LaneStatus lane={lane} /> },
  { head: 'Queued', width: 4, atEnd: true, cell: (lane) => countWords(lane.queued, lane.moreQueued) },
  { head: 'In flight', width: 4, atEnd: true, isWideOnly: true, cell: (lane) => countWords(lane.inFlight) },
  {
    head: 'Oldest due',
    width: 5.75,
    atEnd: true,
    isWideOnly: true,
    cell: ({ oldestDue }) => oldestDue !== undefined && <Time at={oldestDue} />,
  },
  { head: 'Quota', width: 7, isWideOnly: true, cell: (lane) => <Quota lane={lane} /> },
  {
    head: 'Customers',
    width: [5, '2fr'],
    isWideOnly: true,
    cell: ({ groupRefs, moreGroups }) => groupRefs && <TheirNames names={groupRefs} areMore={moreGroups} />,
  },
  {
    head: 'Reason or last fault',
    width: [6, '4fr'],
    isWideOnly: true,
    cell: (lane) => <span title={whyOf(lane)}>{whyOf(lane)}</span>,
  },
];

const columnsOfAll = columns.toSpliced(1, 0, {
  head: 'Project',
  width: [5, '2fr'],
  isWideOnly: true,
  cell: ({ projectId }) => <ProjectName id={projectId} />,
});

export function LanesPage() {
  const isOfAll = useProject().name === allProjects;
  return (
    <ListPage
      what="lanes"
      title={isOfAll ? 'Lanes of all projects' : undefined}
      page={useLanePlace()}
      filters={filters}
      useRows={useTroubleFirst}
      columns={isOfAll ? columnsOfAll : columns}
      beneath={whyOrDue}
      actions={({ list: { misplaced, sort } }) => (
        <ComesAndGoes
          isThere={misplaced > 0}
          spoken="Not all in trouble come first now"
          words={`Move ${countWords(misplaced)} in trouble up`}
          onClick={sort}
        />
      )}
      notices={({ rows = [], hasMore }) => (
        <>
          <OutageNotice lanes={rows} areMore={hasMore} />
          {hasMore && (
            <p>
              Trouble comes first among the {countWords(rows.length)} lanes that are read so far; there are
              more. “Waits for” finds all that wait, and all that are paused.
            </p>
          )}
        </>
      )}
      none={
        <NothingYet title="No lanes yet">
          <p>
            Each account of a provider and each destination has a lane, in which its writes or deliveries wait
            for their turn. The first one is made by the first asynchronous write.
          </p>
        </NothingYet>
      }
    />
  );
}

/**
 * Lanes in trouble first. Each keeps its place, and further ones come behind, until the reader sorts them.
 */
function useTroubleFirst(project: Project, filter: LaneFilter) {
  const list = useLanes(project, filter);
  const { rows: lanes = [], readMs } = list;
  const name = JSON.stringify([project.name, filter]);
  const [kept, setKept] = useState<{ name: string; ids: readonly string[] }>({ name, ids: [] });
  const ids = kept.name === name ? kept.ids : [];
  const sorted = (some: readonly Lane[]) => some.toSorted(byTrouble(readMs)).map(({ id }) => id);
  const placed = new Set(ids);
  const added = lanes.filter(({ id }) => !placed.has(id));
  if (added.length > 0) setKept({ name, ids: [...ids, ...sorted(added)] });
  const byId = new Map(lanes.map((lane) => [lane.id, lane]));
  const rows = ids.flatMap((id) => byId.get(id) ?? []);
  const firstCalm = rows.findIndex((lane) => !isInTrouble(lane));
  return {
    ...list,
    rows: list.rows && rows,
    /** Lanes in trouble behind one that is not. */
    misplaced: firstCalm < 0 ? 0 : rows.slice(firstCalm).filter(isInTrouble).length,
    sort: () => setKept({ name, ids: sorted(lanes) }),
  };
}

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
