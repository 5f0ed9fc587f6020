import { useParams } from 'wouter';
import { useTopics } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { KeyValues, NameOf } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { NothingYet, Read } from '../../parts/states/states.tsx';
import { WayBack } from '../../parts/states/way-back.tsx';
import { Time } from '../../parts/time/time.tsx';

/** One topic: its event types, and its destinations. */
export function TopicPage() {
  const { id } = useParams<{ id: string }>();
  const reading = useTopics(useProject());
  const topic = reading.data?.find((each) => each.id === id);
  return (
    <Page title={topic?.name ?? 'Topic'}>
      <Read of={reading} what="the topic">
        {() =>
          topic ? (
            <>
              <KeyValues
                facts={{
                  Deliveries: <To place={['deliveries', { topicId: id }]}>What it leads to</To>,
                  Made: <Time at={topic.createTime} />,
                  Id: <Id id={id} label="topic id" />,
                }}
              />
              <Section title="Takes">
                {topic.eventTypes.length === 0 && <p>No event type is led to it.</p>}
                <ul>
                  {topic.eventTypes.map((each) => (
                    <li key={each}>{each}</li>
                  ))}
                </ul>
              </Section>
              <Section title="Leads to">
                {topic.destinationIds.length === 0 && <p>No destination: what it takes reaches nobody.</p>}
                <ul>
                  {topic.destinationIds.map((each) => (
                    <li key={each}>
                      <To place={['destinations', each]}>
                        <NameOf kind="destinations" id={each} />
                      </To>
                    </li>
                  ))}
                </ul>
              </Section>
            </>
          ) : (
            <NothingYet title="There is no such topic">
              <p>
                No topic of the project has the id <code>{id}</code>; perhaps it was deleted.
              </p>
              <WayBack />
            </NothingYet>
          )
        }
      </Read>
    </Page>
  );
}
