import type { Destination, Lane } from '@writ/sdk';
import { useTopics } from '../../data/notifications/destination.ts';
import { useProject, type Place } from '../../data/project.ts';
import { useLaneOfDestination } from '../../data/writes/lanes.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { KeyValues } from '../../parts/facts/facts.tsx';
import { To } from '../../parts/facts/id.tsx';
import { countWords } from '../../parts/facts/words.ts';
import { ManyDialog } from '../../parts/many/many-dialog.tsx';
import { Buttons, Section } from '../../parts/page/page.tsx';
import { RouteDialog } from '../../parts/routing/route-dialog.tsx';
import { Read } from '../../parts/states/states.tsx';
import { Countdown, Time } from '../../parts/time/time.tsx';
import styles from './destination-page.module.css';

type Given = { destination: Destination };

export function Missed({ destination: { id, status } }: Given) {
  const listed = (which: string): Place => ['deliveries', { destinationId: id, status: which }];
  return (
    <Section title="What it missed">
      <p>
        See what <To place={listed('held')}>was held</To> while it was disabled, and what{' '}
        <To place={listed('failed')}>failed</To> at every attempt. Both are redelivered, each once.
      </p>
      <Buttons>
        <DialogButton
          needs="notifications:manage"
          disabledBecause={status === 'disabled' ? 'It is disabled: enable it first.' : undefined}
          dialog={<ManyDialog asked={{ action: 'redeliver', filter: { destinationId: id } }} />}
        >
          Redeliver …
        </DialogButton>
      </Buttons>
    </Section>
  );
}

export function DestinationLane({ destination: { id } }: Given) {
  const reading = useLaneOfDestination(useProject(), id);
  return (
    <Section title="What waits for it" beside={reading.data && <To place={['lanes', id]}>Its lane</To>}>
      <Read of={reading} what="its lane" isPart>
        {(lane) => (lane ? <Waits lane={lane} /> : <p>Nothing was ever sent to it.</p>)}
      </Read>
    </Section>
  );
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

export function DestinationTopics({ destination: { id } }: Given) {
  const project = useProject();
  return (
    <Section
      title="What it is sent"
      beside={
        <DialogButton needs="notifications:manage" dialog={<RouteDialog destinationId={id} />}>
          Send it an event type …
        </DialogButton>
      }
    >
      <Read of={useTopics(project)} what="its topics">
        {(all) => {
          const topics = all.filter(({ destinationIds }) => destinationIds.includes(id));
          if (topics.length === 0) return <p>No topic leads here, so it is sent nothing.</p>;
          return (
            <ul className="stack">
              {topics.map((topic) => (
                <li key={topic.id} className={styles['topic']}>
                  <To place={['topics', topic.id]}>{topic.name}</To>
                  <span className="wrap">
                    {topic.eventTypes.length === 0
                      ? 'No event type is led to this topic.'
                      : topic.eventTypes.map((each) => <span key={each}>{each}</span>)}
                  </span>
                </li>
              ))}
            </ul>
          );
        }}
      </Read>
    </Section>
  );
}
