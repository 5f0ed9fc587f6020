import type { Destination } from '@writ/sdk';
import type { ReactNode } from 'react';
import { useRouteChange, type RouteChange } from '../../data/building/routing.ts';
import { useDestinations, useTopics, type RoutedTopic } from '../../data/notifications/destination.ts';
import { eventTypes, eventWords } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { To } from '../../parts/facts/id.tsx';
import { Page } from '../../parts/page/page.tsx';
import { NothingYet, Problem, Read } from '../../parts/states/states.tsx';
import { NewTopicDialog } from './new-topic.tsx';
import styles from './routing.module.css';

export function RoutingPage() {
  const project = useProject();
  const reading = useTopics(project);
  const destinations = useDestinations(project);
  const change = useRouteChange(project);
  const whyNot = useForbidden('notifications:manage');
  const hasAny = (reading.data?.length ?? 0) > 0;
  return (
    <Page title="Routing" actions={hasAny && <NewTopic />}>
      <p className="reading">
        A topic sends the event types that are checked in its column to the destinations that are checked
        below them. {whyNot ?? 'Changes count from the next event on.'}
      </p>
      {change.error && <Problem fault={change.error} />}
      {destinations.error && <Problem fault={destinations.error} />}
      <Read of={reading} what="the topics">
        {(topics) =>
          topics.length === 0 ? (
            <NothingYet title="No topics yet">
              <p>Events reach nobody until a topic leads them to a destination.</p>
              <NewTopic isMain />
            </NothingYet>
          ) : (
            <Matrix
              topics={topics}
              destinations={destinations.data ?? []}
              isOff={whyNot !== undefined || change.isPending}
              onChange={(asked) => change.mutate(asked)}
            />
          )
        }
      </Read>
    </Page>
  );
}

const NewTopic = ({ isMain = false }: { isMain?: boolean }) => (
  <DialogButton needs="notifications:manage" look={isMain ? 'main' : 'usual'} dialog={<NewTopicDialog />}>
    New topic …
  </DialogButton>
);

type Given = {
  topics: readonly RoutedTopic[];
  destinations: readonly Destination[];
  isOff: boolean;
  onChange: (change: RouteChange) => void;
};

function Matrix({ topics, destinations, isOff, onChange }: Given) {
  const width = topics.length + 1;
  return (
    <div className={styles['scroll']} tabIndex={0} role="region" aria-label="Routes">
      <table className={styles['matrix']}>
        <thead>
          <tr>
            <td />
            {topics.map(({ id, name }) => (
              <th key={id} scope="col">
                <To place={['topics', id]}>{name}</To>
              </th>
            ))}
          </tr>
        </thead>
        <Rows
          title="Event types"
          width={width}
          topics={topics}
          rows={eventTypes.map((type) => ({
            key: type,
            head: <span title={eventWords[type]}>{type}</span>,
            words: type,
          }))}
          isOff={isOff}
          onToggle={(topicId, key, id) => {
            const eventType = eventTypes.find((type) => type === key);
            if (id !== undefined) onChange({ id, of: 'types' });
            else if (eventType) onChange({ topicId, eventType });
          }}
        />
        <Rows
          title="Destinations"
          width={width}
          topics={topics}
          rows={destinations.map(({ id, name }) => ({
            key: id,
            head: <To place={['destinations', id]}>{name}</To>,
            words: name,
          }))}
          isOff={isOff}
          onToggle={(topicId, destinationId, id) =>
            onChange(id === undefined ? { topicId, destinationId } : { id, of: 'destinations' })
          }
        />
      </table>
    </div>
  );
}

type RowsGiven = {
  title: string;
  width: number;
  topics: readonly RoutedTopic[];
  rows: readonly { key: string; head: ReactNode; words: string }[];
  isOff: boolean;
  onToggle: (topicId: string, key: string, route: string | undefined) => void;
};

function Rows({ title, width, topics, rows, isOff, onToggle }: RowsGiven) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={width} className={styles['group']}>
          {title}
          {rows.length === 0 && <span className="quiet"> – there are none yet</span>}
        </th>
      </tr>
      {rows.map(({ key, head, words }) => (
        <tr key={key}>
          <th scope="row">{head}</th>
          {topics.map(({ id: topicId, name, routes }) => {
            const route = routes[key];
            return (
              <td key={topicId}>
                <input
                  type="checkbox"
                  aria-label={`${words} – ${name}`}
                  checked={route !== undefined}
                  aria-disabled={isOff || undefined}
                  onChange={() => isOff || onToggle(topicId, key, route)}
                />
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
