import { useLocation, useParams } from 'wouter';
import { useDeleteTopic } from '../../data/building/routing.ts';
import { useTopics, type RoutedTopic } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { KeyValues, NameOf } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { NothingYet, Read } from '../../parts/states/states.tsx';
import { WayBack } from '../../parts/states/way-back.tsx';
import { Time } from '../../parts/time/time.tsx';
import { DeleteTopic, RenameTopic } from './topic-dialogs.tsx';

export function TopicPage() {
  const { id } = useParams<{ id: string }>();
  const project = useProject();
  const reading = useTopics(project);
  // Not within the dialog, which goes with the topic.
  const change = useDeleteTopic(project, id);
  const [, navigate] = useLocation();
  const onAct = () =>
    change.mutate(undefined, { onSuccess: () => navigate(project.to('routing'), { replace: true }) });
  const topic = reading.data?.find((each) => each.id === id);
  return (
    <Page
      title={topic?.name ?? 'Topic'}
      actions={
        topic && (
          <>
            <DialogButton needs="notifications:manage" dialog={<RenameTopic topic={topic} />}>
              Rename …
            </DialogButton>
            <DialogButton
              needs="notifications:manage"
              look="danger"
              dialog={<DeleteTopic {...{ topic, topics: reading.data ?? [], change, onAct }} />}
            >
              Delete …
            </DialogButton>
          </>
        )
      }
    >
      <Read of={reading} what="the topic">
        {() =>
          topic ? (
            <Shown topic={topic} />
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

function Shown({ topic: { id, createTime, eventTypes, destinationIds } }: { topic: RoutedTopic }) {
  return (
    <>
      <KeyValues
        facts={{
          Deliveries: <To place={['deliveries', { topicId: id }]}>What it leads to</To>,
          Made: <Time at={createTime} />,
          Id: <Id id={id} label="topic id" />,
        }}
      />
      <Section title="Takes">
        {eventTypes.length === 0 && <p>No event type is led to it.</p>}
        <ul>
          {eventTypes.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </Section>
      <Section title="Leads to">
        {destinationIds.length === 0 && <p>No destination: what it takes reaches nobody.</p>}
        <ul>
          {destinationIds.map((each) => (
            <li key={each}>
              <To place={['destinations', each]}>
                <NameOf kind="destinations" id={each} />
              </To>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
