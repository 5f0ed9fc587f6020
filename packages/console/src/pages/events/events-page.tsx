import type { StoredEvent } from '@writ/sdk';
import { useEvents } from '../../data/notifications/events.ts';
import { eventTypeNames } from '../../data/notifications/event-types.ts';
import { Id } from '../../parts/facts/id.tsx';
import { shortened } from '../../parts/facts/words.ts';
import { Status } from '../../parts/facts/facts.tsx';
import { linked, oneOf, text, times, yesOrNo } from '../../parts/filters/filters.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import type { Column } from '../../parts/rows/row-line.tsx';
import { NothingYet } from '../../parts/states/states.tsx';
import { Time } from '../../parts/time/time.tsx';

const filters = {
  eventType: oneOf('Event type', eventTypeNames),
  reached: yesOrNo('Reached', 'Somebody', 'Nobody'),
  operationId: text('Operation'),
  installationId: text('Installation'),
  ...times,
  eventId: linked('Id'),
};

const shortId = (id: string | undefined) => id && <code>{shortened(id)}</code>;

const columns: readonly Column<StoredEvent>[] = [
  { head: 'Event', width: [7, '3fr'], cell: ({ eventType }) => eventType },
  { head: 'Status', width: 8.5, cell: ({ reached }) => <Reached reached={reached} /> },
  {
    head: 'Operation',
    width: [8, '2fr'],
    isWideOnly: true,
    cell: ({ operationId }) => shortId(operationId),
  },
  {
    head: 'Installation',
    width: [8, '2fr'],
    isWideOnly: true,
    cell: ({ installationId }) => shortId(installationId),
  },
  { head: 'Id', width: 10, isWideOnly: true, cell: ({ eventId }) => <Id id={eventId} /> },
  { head: 'Came in', width: 5, atEnd: true, cell: ({ createTime }) => <Time at={createTime} /> },
];

export function Reached({ reached }: { reached: boolean }) {
  return reached ? <Status tone="good" words="Reached" /> : <Status tone="off" words="Reached nobody" />;
}

export function EventsPage() {
  return (
    <ListPage
      what="events"
      filters={filters}
      useRows={useEvents}
      columns={columns}
      beneath={subjectAndId}
      none={
        <NothingYet title="No events yet">
          <p>The end of each asynchronous write is an event, and so is each change of a connection.</p>
        </NothingYet>
      }
    />
  );
}

function subjectAndId({ operationId, installationId, eventId }: StoredEvent) {
  const ofInstallation = installationId && `installation ${shortened(installationId)}`;
  const subject = operationId ? `operation ${shortened(operationId)}` : ofInstallation;
  return subject ? `${subject} · ${shortened(eventId)}` : shortened(eventId);
}
