import type { StoredEvent } from '@writ/sdk';
import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useEvents } from '../../data/notifications/events.ts';
import { eventTypeChoices } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { Id } from '../../parts/facts/id.tsx';
import { shortened } from '../../parts/facts/shortened.ts';
import { Status } from '../../parts/facts/status.tsx';
import { ChipOfOne, type Choice } from '../../parts/filters/chip.tsx';
import { ChipOfText } from '../../parts/filters/chip-of-text.tsx';
import { Chips } from '../../parts/filters/chips.tsx';
import { LinkedChips } from '../../parts/filters/linked-chips.tsx';
import { TimeChips } from '../../parts/filters/time-chips.tsx';
import { NotUnderstood } from '../../parts/filters/not-understood.tsx';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { Page } from '../../parts/page/page.tsx';
import type { Column } from '../../parts/rows/column.ts';
import { GrowingRows } from '../../parts/rows/growing-rows.tsx';
import { Newer } from '../../parts/rows/newer.tsx';
import { NothingYet } from '../../parts/states/empty.tsx';
import { Time } from '../../parts/time/time.tsx';
import { eventParams, filterOf, type EventValues } from './event-filters.ts';

const columns: readonly Column<StoredEvent>[] = [
  { head: 'Event', width: 'minmax(7rem, 3fr)', cell: ({ eventType }) => eventType },
  { head: 'Status', width: '8.5rem', cell: ({ reached }) => <Reached reached={reached} /> },
  {
    head: 'Tells of operation',
    width: 'minmax(8rem, 2fr)',
    isWideOnly: true,
    cell: ({ operationId }) => operationId && <code>{shortened(operationId)}</code>,
  },
  {
    head: 'Installation',
    width: 'minmax(8rem, 2fr)',
    isWideOnly: true,
    cell: ({ installationId }) => installationId && <code>{shortened(installationId)}</code>,
  },
  { head: 'Id', width: '10rem', isWideOnly: true, cell: ({ eventId }) => <Id id={eventId} /> },
  { head: 'Came in', width: '5rem', atEnd: true, cell: ({ createTime }) => <Time at={createTime} /> },
];

/** In a narrow window, which event it is, and what it tells of. */
function whatAndId({ operationId, installationId, eventId }: StoredEvent) {
  return (
    <>
      {operationId !== undefined && <>operation {shortened(operationId)} · </>}
      {operationId === undefined && installationId !== undefined && (
        <>installation {shortened(installationId)} · </>
      )}
      {shortened(eventId)}
    </>
  );
}

/** Whether an event was led to somebody. */
export function Reached({ reached }: { reached: boolean }) {
  return reached ? <Status tone="good">Reached</Status> : <Status tone="partial">Reached nobody</Status>;
}

/** All events of a project. */
export function EventsPage() {
  const project = useProject();
  const [values, change] = useParamsOf(eventParams);
  const [location, navigate] = useLocation();
  // A span of time begins where the list was opened: were it to move, the list would be another one each time.
  const filter = useMemo(() => filterOf(values, Date.now()), [values]);
  const list = useEvents(project, filter);
  const clear = () => navigate(location);
  return (
    <Page title="Events" actions={<Newer list={list} />}>
      <EventChips values={values} change={change} onClear={clear} />
      <NotUnderstood params={eventParams} />
      <GrowingRows
        list={list}
        what="events"
        label="Events"
        columns={columns}
        beneath={whatAndId}
        hrefOf={({ id }) => project.to('events', id)}
        isFiltered={Object.keys(values).length > 0}
        onClear={clear}
        none={
          <NothingYet title="No events yet">
            <p>The end of each asynchronous write is an event, and so is each change of a connection.</p>
          </NothingYet>
        }
      />
    </Page>
  );
}

const reaches: readonly Choice<'true' | 'false'>[] = [
  { value: 'true', words: 'Somebody' },
  { value: 'false', words: 'Nobody' },
];

/** What filters the list that has no chip as long as it is absent: links lead to it. */
const linked = { eventId: 'Id' } as const;

function EventChips({
  values,
  change,
  onClear,
}: {
  values: EventValues;
  change: (changes: EventValues) => void;
  onClear: () => void;
}) {
  const { eventType, reached, operationId, installationId } = values;
  return (
    <Chips label="Filters" isAnySet={Object.keys(values).length > 0} onClear={onClear}>
      <ChipOfOne
        label="Event type"
        choices={eventTypeChoices}
        value={eventType}
        onChange={(next) => change({ eventType: next })}
      />
      <ChipOfOne
        label="Reached"
        choices={reaches}
        value={reached}
        onChange={(next) => change({ reached: next })}
      />
      <ChipOfText label="Operation" value={operationId} onChange={(next) => change({ operationId: next })} />
      <ChipOfText
        label="Installation"
        value={installationId}
        onChange={(next) => change({ installationId: next })}
      />
      <TimeChips values={values} change={change} />
      <LinkedChips labels={linked} params={eventParams} values={values} change={change} />
    </Chips>
  );
}
