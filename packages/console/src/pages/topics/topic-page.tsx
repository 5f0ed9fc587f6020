import { Link, useParams } from 'wouter';
import { useTopics } from '../../data/notifications/destination.ts';
import { useDestinationNames } from '../../data/names.ts';
import { useProject } from '../../data/project.ts';
import { Id } from '../../parts/facts/id.tsx';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { shortened } from '../../parts/facts/shortened.ts';
import { Page, Section } from '../../parts/page/page.tsx';
import { Loading, NothingYet } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Time } from '../../parts/time/time.tsx';

/** One topic: the event types that it takes, and the destinations that it leads them to. */
export function TopicPage() {
  const project = useProject();
  const { topic: id } = useParams<{ topic: string }>();
  const { data, error, refetch } = useTopics(project);
  const names = useDestinationNames(project);
  const topic = data?.find((each) => each.id === id);
  return (
    <Page title={topic?.name ?? 'Topic'}>
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="the topic" />}
      {data && !topic && (
        <NothingYet title="There is no such topic">
          <p>
            No topic of the project has the id <code>{id}</code>; perhaps it was deleted.
          </p>
        </NothingYet>
      )}
      {topic && (
        <>
          <KeyValues
            facts={{
              Deliveries: <Link href={`${project.to('deliveries')}?topicId=${id}`}>What it leads to</Link>,
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
                  <Link href={project.to('destinations', each)}>{names.get(each) ?? shortened(each)}</Link>
                </li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </Page>
  );
}
