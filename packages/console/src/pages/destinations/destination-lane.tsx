import { WritProblem, type Destination, type Lane } from '@writ/sdk';
import { Link } from 'wouter';
import { useLive } from '../../data/live.ts';
import { useProject } from '../../data/project.ts';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { countWords } from '../../parts/facts/numbers.ts';
import { Section } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Countdown, Time } from '../../parts/time/time.tsx';

/** What waits for a destination, and why. */
export function DestinationLane({ destination: { id } }: { destination: Destination }) {
  const project = useProject();
  const { data: lane, error } = useLive({
    key: [project.name, 'lane of destination', id],
    read: (signal) => laneOf(project.writ.lanes.get(id, { signal })),
    every: () => 3_000,
  });
  return (
    <Section title="What waits for it" beside={lane && <Link href={project.to('lanes', id)}>Its lane</Link>}>
      {error && <Problem fault={error} />}
      {lane === undefined && !error && <Loading what="its lane" />}
      {lane === null && <p>Nothing was ever sent to it.</p>}
      {lane && <Waits lane={lane} />}
    </Section>
  );
}

/** A lane is there from the first delivery on; null before. */
async function laneOf(reading: Promise<Lane>): Promise<Lane | null> {
  try {
    return await reading;
  } catch (fault) {
    if (fault instanceof WritProblem && fault.status === 404) return null;
    throw fault;
  }
}

function Waits({ lane: { queued, moreQueued, oldestDue, waiting, paused, inFlight } }: { lane: Lane }) {
  return (
    <KeyValues
      facts={{
        Queued: countWords(queued, moreQueued),
        'In flight': countWords(inFlight),
        'Oldest due': oldestDue && <Time at={oldestDue} />,
        'Why it waits': waiting && (
          <>
            {reasons[waiting.reason]}
            {waiting.until !== undefined && (
              <>
                , for <Countdown at={waiting.until} />
              </>
            )}
          </>
        ),
        'Paused because': paused?.reason,
      }}
    />
  );
}

const reasons: Readonly<Record<NonNullable<Lane['waiting']>['reason'], string>> = {
  quota: 'Its limit is used up',
  outage: 'The receiver is down',
  paused: 'Somebody paused it',
};
