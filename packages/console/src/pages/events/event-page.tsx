import type { EventDetail } from '@writ/sdk';
import { useMemo, useState } from 'react';
import { Link, useParams } from 'wouter';
import { useDestinationNames } from '../../data/names.ts';
import { useEvent, useEventReplay } from '../../data/notifications/events.ts';
import { eventWords } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Button } from '../../parts/actions/button.tsx';
import { Code } from '../../parts/facts/code.tsx';
import { Id } from '../../parts/facts/id.tsx';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { Status } from '../../parts/facts/status.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { RouteDialog } from '../../parts/routing/route-dialog.tsx';
import { Rows } from '../../parts/rows/rows.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Notice } from '../../parts/states/notice.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Time } from '../../parts/time/time.tsx';
import { columnsOfEvent, happened } from '../deliveries/delivery-columns.tsx';
import { Reached } from './events-page.tsx';
import styles from './event-page.module.css';

/** One event: what it tells, by which topics, and what became of each of its deliveries. */
export function EventPage() {
  const project = useProject();
  const { event: id } = useParams<{ event: string }>();
  const { data: event, error, refetch } = useEvent(project, id);
  return (
    <Page title={event?.eventType ?? 'Event'} beside={event && <HowFar event={event} />}>
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      {!event && !error && <Loading what="the event" />}
      {event && (
        <>
          {!event.reached && <ReachedNobody event={event} />}
          <p>{eventWords[event.eventType]}</p>
          <Facts event={event} />
          <Section title="Deliveries">
            <Deliveries event={event} />
          </Section>
          <Section title="What destinations are sent">
            <Code label="payload" value={event.payload} />
          </Section>
        </>
      )}
    </Page>
  );
}

/** Whether all that it was led to have taken it. */
function HowFar({ event: { reached, deliveries } }: { event: EventDetail }) {
  const delivered = deliveries.filter(({ status }) => status === 'delivered').length;
  if (!reached || delivered === deliveries.length) return <Reached reached={reached} />;
  const tone = deliveries.some(({ status }) => status === 'failed') ? 'bad' : 'partial';
  return <Status tone={tone}>{`Delivered to ${delivered} of ${deliveries.length}`}</Status>;
}

/** Why nobody was told, and the way to tell somebody after all. */
function ReachedNobody({ event: { id, eventType, topics, reason } }: { event: EventDetail }) {
  const project = useProject();
  const [isOpen, setOpen] = useState(false);
  const replay = useEventReplay(project, id);
  const forbidden = useForbidden('notifications:manage');
  const isRouted = topics.length > 0;
  return (
    <Notice tone="warn" title={`Nobody was told: ${startedSmall(reason ?? 'no topic led it anywhere.')}`}>
      <p>
        {isRouted
          ? 'Replay it: it goes to where its type leads now.'
          : 'Lead its type to a destination first; then replay it. It is kept for 7 days.'}
      </p>
      <p className={styles['buttons']}>
        <Button disabledBecause={forbidden} onClick={() => setOpen(true)}>
          {`Route ${eventType} …`}
        </Button>
        <Button
          disabledBecause={forbidden ?? (isRouted ? undefined : 'No topic takes its type yet.')}
          isBusy={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Replay this event
        </Button>
      </p>
      {replay.data?.count === 0 && <p role="status">No topic that takes its type leads to a destination.</p>}
      {replay.error && <Problem fault={replay.error} />}
      {isOpen && <RouteDialog eventType={eventType} onClose={() => setOpen(false)} />}
    </Notice>
  );
}

const startedSmall = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function Facts({
  event: { eventId, source, time, createTime, operationId, installationId, topics },
}: {
  event: EventDetail;
}) {
  const project = useProject();
  return (
    <KeyValues
      facts={{
        Happened: <Time at={time} />,
        'Came in': <Time at={createTime} />,
        Operation: operationId && (
          <Id id={operationId} label="operation id" href={project.to('operations', operationId)} />
        ),
        Installation: installationId && <Id id={installationId} label="installation id" />,
        'Its type goes to':
          topics.length === 0 ? undefined : (
            <span className={styles['topics']}>
              {topics.map((topic) => (
                <Link key={topic.id} href={project.to('topics', topic.id)}>
                  {topic.name}
                </Link>
              ))}
            </span>
          ),
        'Published by': source,
        Id: <Id id={eventId} label="event id" />,
      }}
    />
  );
}

function Deliveries({ event: { deliveries, reached, reason } }: { event: EventDetail }) {
  const project = useProject();
  const names = useDestinationNames(project);
  const columns = useMemo(() => columnsOfEvent(names), [names]);
  if (deliveries.length === 0) return <p>{reached ? reason : 'None: nobody was told.'}</p>;
  return (
    <Rows
      label="Deliveries"
      rows={deliveries}
      columns={columns}
      beneath={happened}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => project.to('deliveries', id)}
    />
  );
}
