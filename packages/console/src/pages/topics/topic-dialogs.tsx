import { useRenameTopic, type useDeleteTopic } from '../../data/building/routing.ts';
import type { RoutedTopic } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { NameOf } from '../../parts/facts/facts.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';

const fields = [{ at: '/name', label: 'Name' }];

export function RenameTopic({ topic: { id, name } }: { topic: RoutedTopic }) {
  return (
    <FormDialog
      title={`Rename ${name}`}
      fields={fields}
      initial={{ '/name': name }}
      words="Rename"
      change={useRenameTopic(useProject(), id)}
    />
  );
}

type Given = {
  topic: RoutedTopic;
  topics: readonly RoutedTopic[];
  change: ReturnType<typeof useDeleteTopic>;
  onAct: () => void;
};

/** Shows first what then reaches nobody. */
export function DeleteTopic({ topic, topics, ...action }: Given) {
  const { eventTypes, destinationIds } = topic;
  const others = topics.filter(({ id }) => id !== topic.id);
  return (
    <ActionDialog title={`Delete ${topic.name}?`} words="Delete" look="danger" {...action}>
      {eventTypes.length === 0 || destinationIds.length === 0 ? (
        <p>It routes no events.</p>
      ) : (
        <>
          <p>From then on:</p>
          <ul className="tight">
            {destinationIds.map((destinationId) => {
              const lost = eventTypes.filter((type) => !isLed(others, type, destinationId));
              return (
                <li key={destinationId}>
                  <strong>
                    <NameOf kind="destinations" id={destinationId} />
                  </strong>{' '}
                  {lost.length === 0
                    ? 'still receives these events through other topics.'
                    : `no longer receives ${lost.join(', ')}.`}
                </li>
              );
            })}
          </ul>
        </>
      )}
      <p className="quiet">Existing deliveries are still sent.</p>
    </ActionDialog>
  );
}

const isLed = (topics: readonly RoutedTopic[], type: string, destinationId: string): boolean =>
  topics.some(
    ({ eventTypes, destinationIds }) =>
      eventTypes.some((each) => each === type) && destinationIds.includes(destinationId),
  );
