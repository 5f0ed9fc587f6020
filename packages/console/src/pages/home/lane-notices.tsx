import type { Lane } from '@writ/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useDestinationNames } from '../../data/names.ts';
import type { Project } from '../../data/project.ts';
import { useLanesHeldUp } from '../../data/writes/lanes.ts';
import { countOf } from '../../parts/facts/numbers.ts';
import { Notice } from '../../parts/states/notice.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { laneName } from '../lanes/lane-standing.ts';
import { OutageNotice } from '../lanes/outage-notice.tsx';
import { PausedBy } from '../lanes/paused-by.tsx';

/** How many are named. */
const mostNamed = 3;

/** What holds up much at once: a provider that is down, a destination that fails, what somebody paused. Nothing where all is open. */
export function LaneNotices({ project }: { project: Project }) {
  const { data, error } = useLanesHeldUp(project);
  const { lanes = [], more } = data ?? {};
  const paused = lanes.filter((lane) => lane.paused);
  const failing = lanes.filter((lane) => lane.failing && !lane.paused);
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
      <OutageNotice lanes={lanes} areMore={more?.down === true} />
      <HeldUp
        tone="bad"
        title={`${countOf(failing.length, 'destination', more?.failing)} failing`}
        means="No delivery gets through; each is retried by itself."
        lanes={failing}
        hrefOf={({ id }) => project.to('destinations', id)}
        all={{ href: project.to('destinations'), words: 'All destinations' }}
        why={since}
        project={project}
      />
      <HeldUp
        tone="warn"
        title={`${countOf(paused.length, 'lane', more?.paused)} paused`}
        means="What is asynchronous waits there until somebody resumes it."
        lanes={paused}
        hrefOf={({ id }) => project.to('lanes', id)}
        all={{ href: `${project.to('lanes')}?waiting=paused`, words: 'All that are paused' }}
        why={({ paused: pause }) => pause && <PausedBy pause={pause} />}
        project={project}
      />
    </>
  );
}

const since = ({ failing }: Lane) =>
  failing && (
    <>
      : since <ExactTime at={failing.since} />
    </>
  );

type Given = {
  tone: 'bad' | 'warn';
  title: string;
  /** What that means for what waits there. */
  means: string;
  lanes: readonly Lane[];
  /** The page of a lane, and of all such lanes. */
  hrefOf: (lane: Lane) => string;
  all: { href: string; words: string };
  why: (lane: Lane) => ReactNode;
  project: Project;
};

/** Names lanes that are held up alike; nothing where there is none. */
function HeldUp({ tone, title, means, lanes, hrefOf, all, why, project }: Given) {
  const names = useDestinationNames(project);
  if (lanes.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <p>{means}</p>
      <ul>
        {lanes.slice(0, mostNamed).map((lane) => (
          <li key={lane.id}>
            <Link href={hrefOf(lane)}>{laneName(lane, names)}</Link>
            {why(lane)}
          </li>
        ))}
      </ul>
      {lanes.length > mostNamed && <Link href={all.href}>{all.words}</Link>}
    </Notice>
  );
}
