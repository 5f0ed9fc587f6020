import type { Lane } from '@writ/sdk';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useProject, withQuery } from '../../data/project.ts';
import { useLanesHeldUp } from '../../data/writes/lanes.ts';
import { countOf } from '../../parts/facts/words.ts';
import { Notice } from '../../parts/states/states.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { OutageNotice, PausedBy, SomeLanes, useLaneName } from '../lanes/lane-parts.tsx';

/** What holds up much: providers that are down, failing destinations, paused lanes. */
export function LaneNotices() {
  const project = useProject();
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
        page="destinations"
        all={{ href: project.to('destinations'), words: 'All destinations' }}
        why={since}
      />
      <HeldUp
        tone="warn"
        title={`${countOf(paused.length, 'lane', more?.paused)} paused`}
        means="What is asynchronous waits there until somebody resumes it."
        lanes={paused}
        page="lanes"
        all={{ href: withQuery(project.to('lanes'), { waiting: 'paused' }), words: 'All that are paused' }}
        why={({ paused: pause }) => pause && <PausedBy pause={pause} />}
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
  means: string;
  lanes: readonly Lane[];
  page: 'destinations' | 'lanes';
  all: { href: string; words: string };
  why: (lane: Lane) => ReactNode;
};

/** Lanes that are held up for the same reason. */
function HeldUp({ tone, title, means, lanes, page, all, why }: Given) {
  const { to } = useProject();
  if (lanes.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <p>{means}</p>
      <SomeLanes lanes={lanes}>
        {(lane) => (
          <>
            <Link href={to(page, lane.id)}>
              <Name lane={lane} />
            </Link>
            {why(lane)}
          </>
        )}
      </SomeLanes>
      {lanes.length > 3 && <Link href={all.href}>{all.words}</Link>}
    </Notice>
  );
}

const Name = ({ lane }: { lane: Lane }) => useLaneName(lane);
