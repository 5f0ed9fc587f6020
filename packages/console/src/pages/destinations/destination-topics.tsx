import type { Destination } from '@writ/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { useTopics } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Section } from '../../parts/page/page.tsx';
import { RouteDialog } from '../../parts/routing/route-dialog.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import styles from './destination-page.module.css';

/** The topics that lead to a destination, with the event types that they take. */
export function DestinationTopics({ destination: { id } }: { destination: Destination }) {
  const project = useProject();
  const { data, error } = useTopics(project);
  const [isOpen, setOpen] = useState(false);
  const forbidden = useForbidden('notifications:manage');
  const topics = data?.filter(({ destinationIds }) => destinationIds.includes(id));
  return (
    <Section
      title="What it is sent"
      beside={
        <Button disabledBecause={forbidden} onClick={() => setOpen(true)}>
          Send it an event type …
        </Button>
      }
    >
      {error && <Problem fault={error} />}
      {!topics && !error && <Loading what="its topics" />}
      {topics?.length === 0 && <p>No topic leads here, so it is sent nothing.</p>}
      <ul className={styles['topics']}>
        {topics?.map((topic) => (
          <li key={topic.id} className={styles['topic']}>
            <Link href={project.to('topics', topic.id)}>{topic.name}</Link>
            <span className={styles['types']}>
              {topic.eventTypes.length === 0
                ? 'No event type is led to this topic.'
                : topic.eventTypes.map((each) => <span key={each}>{each}</span>)}
            </span>
          </li>
        ))}
      </ul>
      {isOpen && <RouteDialog destinationId={id} onClose={() => setOpen(false)} />}
    </Section>
  );
}
