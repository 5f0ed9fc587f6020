import type { EventDetail } from '@writ/sdk';
import { useParams } from 'wouter';
import { useEvent, useEventReplay } from '../../data/notifications/events.ts';
import { eventWords } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { ActionButton } from '../../parts/actions/button.tsx';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { Code, KeyValues, Status } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { Buttons, Page, Section } from '../../parts/page/page.tsx';
import { RouteDialog } from '../../parts/routing/route-dialog.tsx';
import { Rows } from '../../parts/rows/rows.tsx';
import { Notice, Problem, Read } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';
import { columnsOfEvent, happened } from '../deliveries/delivery-parts.tsx';
import { Reached } from './events-page.tsx';

export function EventPage() {
  const project = useProject();
  const { id } = useParams<{ id: string }>();
  const reading = useEvent(project, id);
  return (
    <Page
      title={reading.data?.eventType ?? 'Event'}
      beside={reading.data && <Outcome event={reading.data} />}
    >
      <Read of={reading} what="the event">
        {(event) => (
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
      </Read>
    </Page>
  );
}

function Outcome({ event: { reached, deliveries } }: { event: EventDetail }) {
  const delivered = deliveries.filter(({ status }) => status === 'delivered').length;
  if (!reached || delivered === deliveries.length) return <Reached reached={reached} />;
  const tone = deliveries.some(({ status }) => status === 'failed') ? 'bad' : 'partial';
  return <Status tone={tone} words={`Delivered to ${delivered} of ${deliveries.length}`} />;
}

function ReachedNobody({ event: { id, eventType, topics, reason } }: { event: EventDetail }) {
  const project = useProject();
  const replay = useEventReplay(project, id);
  const isRouted = topics.length > 0;
  const why = reason ?? 'no topic led it anywhere.';
  return (
    <Notice tone="warn" title={`It reached nobody: ${why.charAt(0).toLowerCase()}${why.slice(1)}`}>
      <p>
        {isRouted
          ? 'Replay it: it goes to where its type leads now.'
          : 'Lead its type to a destination first; then replay it. It is kept for 7 days.'}
      </p>
      <Buttons>
        <DialogButton needs="notifications:manage" dialog={<RouteDialog eventType={eventType} />}>
          {`Route ${eventType} …`}
        </DialogButton>
        <ActionButton
          needs="notifications:manage"
          disabledBecause={isRouted ? undefined : 'No topic takes its type yet.'}
          isBusy={replay.isPending}
          onClick={() => replay.mutate()}
        >
          Replay this event
        </ActionButton>
      </Buttons>
      {replay.data?.count === 0 && <p role="status">No topic that takes its type leads to a destination.</p>}
      {replay.error && <Problem fault={replay.error} />}
    </Notice>
  );
}

function Facts({ event }: { event: EventDetail }) {
  const { eventId, source, time, createTime, operationId, installationId, topics } = event;
  return (
    <KeyValues
      facts={{
        Happened: <Time at={time} />,
        'Came in': <Time at={createTime} />,
        Operation: operationId && (
          <Id id={operationId} label="operation id" place={['operations', operationId]} />
        ),
        Installation: installationId && <Id id={installationId} label="installation id" />,
        'Its type goes to':
          topics.length === 0 ? undefined : (
            <Buttons>
              {topics.map((topic) => (
                <To key={topic.id} place={['topics', topic.id]}>
                  {topic.name}
                </To>
              ))}
            </Buttons>
          ),
        'Published by': source,
        Id: <Id id={eventId} label="event id" />,
      }}
    />
  );
}

function Deliveries({ event: { deliveries, reached, reason } }: { event: EventDetail }) {
  if (deliveries.length === 0) return <p>{reached ? reason : 'None: it reached nobody.'}</p>;
  return (
    <Rows
      label="Deliveries"
      rows={deliveries}
      columns={columnsOfEvent}
      beneath={happened}
      page="deliveries"
    />
  );
}
