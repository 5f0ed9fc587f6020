import type { Lane } from '@writ/sdk';
import { useProject } from '../../data/project.ts';
import { useLanesHeldUp } from '../../data/writes/lanes.ts';
import { To } from '../../parts/facts/id.tsx';
import { countOf } from '../../parts/facts/words.ts';
import { Notice } from '../../parts/states/states.tsx';
import { ExactTime } from '../../parts/time/time.tsx';
import { HeldUp, OutageNotice, PausedBy } from '../lanes/lane-parts.tsx';

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
        more={<To place={['destinations']}>All destinations</To>}
        why={since}
      />
      <HeldUp
        tone="warn"
        title={`${countOf(paused.length, 'lane', more?.paused)} paused`}
        means="What is asynchronous waits there until somebody resumes it."
        lanes={paused}
        more={<To place={['lanes', { waiting: 'paused' }]}>All that are paused</To>}
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
