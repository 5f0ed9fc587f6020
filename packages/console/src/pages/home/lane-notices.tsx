import type { Lane } from '@writ/sdk';
import type { ReactNode } from 'react';
import { useProject } from '../../data/project.ts';
import { useLanesHeldUp } from '../../data/writes/lanes.ts';
import { To } from '../../parts/facts/to.tsx';
import { countOf } from '../../parts/facts/words.ts';
import { Notice } from '../../parts/states/states.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { OutageNotice, PausedBy, SomeLanes, useLaneName } from '../lanes/lane-parts.tsx';

/** What holds up much: providers that are down, failing destinations, paused lanes. */
export function LaneNotices() {
  const { data, error } = useLanesHeldUp(useProject());
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
        all={<To place={['destinations']}>All destinations</To>}
        why={since}
      />
      <HeldUp
        tone="warn"
        title={`${countOf(paused.length, 'lane', more?.paused)} paused`}
        means="What is asynchronous waits there until somebody resumes it."
        lanes={paused}
        page="lanes"
        all={<To place={['lanes', { waiting: 'paused' }]}>All that are paused</To>}
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
  all: ReactNode;
  why: (lane: Lane) => ReactNode;
};

/** Lanes that are held up for the same reason. */
function HeldUp({ tone, title, means, lanes, page, all, why }: Given) {
  if (lanes.length === 0) return null;
  return (
    <Notice tone={tone} title={title}>
      <p>{means}</p>
      <SomeLanes lanes={lanes}>
        {(lane) => (
          <>
            <To place={[page, lane.id]}>
              <Name lane={lane} />
            </To>
            {why(lane)}
          </>
        )}
      </SomeLanes>
      {lanes.length > 3 && all}
    </Notice>
  );
}

const Name = ({ lane }: { lane: Lane }) => useLaneName(lane);
