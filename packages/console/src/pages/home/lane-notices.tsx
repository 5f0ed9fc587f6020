import type { Lane } from '@writ/sdk';
import { Link } from 'wouter';
import { pageOf } from '../../data/client.ts';
import { useLive } from '../../data/live.ts';
import { useDestinationNames } from '../../data/names.ts';
import type { Project } from '../../data/project.ts';
import { countOf } from '../../parts/facts/numbers.ts';
import { Notice } from '../../parts/states/notice.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { laneName } from '../lanes/lane-standing.ts';
import { OutageNotice } from '../lanes/outage-notice.tsx';
import { PausedBy } from '../lanes/paused-by.tsx';

const paceMs = 10_000;
const mostRead = 200;
/** How many are named. */
const mostNamed = 3;

/** What holds up much at once: a provider that is down, a destination that fails, what somebody paused. Nothing where all is open. */
export function LaneNotices({ project }: { project: Project }) {
  const { name, writ } = project;
  const { data, error } = useLive({
    key: [name, 'lanes', 'first'],
    read: (signal) => pageOf(writ.lanes.list({ pageSize: mostRead }, { signal })),
    every: () => paceMs,
  });
  const lanes = data?.results ?? [];
  const areMore = data?.pagination.done === false;
  return (
    <>
      {error && (
        <Notice tone="warn" title="Whether a provider is down is not known">
          <p>
            The lanes could not be read just now; they are read again by themselves. The service says:{' '}
            {error.message}
          </p>
        </Notice>
      )}
      <OutageNotice lanes={lanes} areMore={areMore} />
      <Failing lanes={lanes.filter(({ failing, paused }) => failing && !paused)} {...{ project, areMore }} />
      <Paused lanes={lanes.filter(({ paused }) => paused)} {...{ project, areMore }} />
    </>
  );
}

type Given = { lanes: readonly Lane[]; areMore: boolean; project: Project };

function Failing({ lanes, areMore, project }: Given) {
  const names = useDestinationNames(project);
  if (lanes.length === 0) return null;
  return (
    <Notice tone="bad" title={`${countOf(lanes.length, 'destination', areMore)} failing`}>
      <p>No delivery gets through; each is retried by itself.</p>
      <ul>
        {lanes.slice(0, mostNamed).map((lane) => (
          <li key={lane.id}>
            <Link href={project.to('destinations', lane.id)}>{laneName(lane, names)}</Link>
            {lane.failing && (
              <>
                : since <ExactTime at={lane.failing.since} />
              </>
            )}
          </li>
        ))}
      </ul>
      {lanes.length > mostNamed && <Link href={project.to('destinations')}>All destinations</Link>}
    </Notice>
  );
}

function Paused({ lanes, areMore, project }: Given) {
  const names = useDestinationNames(project);
  if (lanes.length === 0) return null;
  return (
    <Notice tone="warn" title={`${countOf(lanes.length, 'lane', areMore)} paused`}>
      <p>What is asynchronous waits there until somebody resumes it.</p>
      <ul>
        {lanes.slice(0, mostNamed).map((lane) => (
          <li key={lane.id}>
            <Link href={project.to('lanes', lane.id)}>{laneName(lane, names)}</Link>
            {lane.paused && <PausedBy pause={lane.paused} />}
          </li>
        ))}
      </ul>
      {lanes.length > mostNamed && (
        <Link href={`${project.to('lanes')}?waiting=paused`}>All that are paused</Link>
      )}
    </Notice>
  );
}
