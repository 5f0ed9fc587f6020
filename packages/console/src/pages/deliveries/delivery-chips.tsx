import { useTopics } from '../../data/notifications/destination.ts';
import { useNames } from '../../data/names.ts';
import { eventTypeChoices } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { ChipOfOne, type Choice } from '../../parts/filters/chip.tsx';
import { ChipOfText } from '../../parts/filters/chip-of-text.tsx';
import { Chips } from '../../parts/filters/chips.tsx';
import { LinkedChips } from '../../parts/filters/linked-chips.tsx';
import { readChoices } from '../../parts/filters/read-choices.ts';
import { TimeChips } from '../../parts/filters/time-chips.tsx';
import { deliveryParams, type DeliveryValues } from './delivery-filters.ts';

const statuses: readonly Choice<NonNullable<DeliveryValues['status']>>[] = [
  { value: 'pending', words: 'Pending' },
  { value: 'delivered', words: 'Delivered' },
  { value: 'failed', words: 'Failed' },
  { value: 'held', words: 'Held' },
];

/** What filters the list that has no chip as long as it is absent: links lead to it. */
const linked = {
  eventId: 'Event',
  operationId: 'Operation',
  installationId: 'Installation',
  taskId: 'Task',
} as const;

const toChoice = ([value, words]: readonly [id: string, name: string]): Choice<string> => ({ value, words });

/** The filters of the list of deliveries. */
export function DeliveryChips({
  values,
  change,
  onClear,
}: {
  values: DeliveryValues;
  change: (changes: DeliveryValues) => void;
  onClear: () => void;
}) {
  const project = useProject();
  const destinations = readChoices(useNames(project, 'destinations'), (names) => [...names].map(toChoice));
  const topics = readChoices(useTopics(project), (all) => all.map(({ id, name }) => toChoice([id, name])));
  return (
    <Chips label="Filters" isAnySet={Object.keys(values).length > 0} onClear={onClear}>
      <ChipOfOne
        label="Status"
        choices={statuses}
        value={values.status}
        onChange={(status) => change({ status })}
      />
      <ChipOfText
        label="Answered"
        placeholder="HTTP status, such as 503"
        param={deliveryParams.httpStatus}
        value={values.httpStatus?.toString()}
        onChange={(text) =>
          change({ httpStatus: text === undefined ? undefined : deliveryParams.httpStatus.read([text]) })
        }
      />
      <ChipOfOne
        label="Destination"
        {...destinations}
        value={values.destinationId}
        onChange={(destinationId) => change({ destinationId })}
      />
      <ChipOfOne
        label="Event type"
        choices={eventTypeChoices}
        value={values.eventType}
        onChange={(eventType) => change({ eventType })}
      />
      <ChipOfOne
        label="Topic"
        {...topics}
        value={values.topicId}
        onChange={(topicId) => change({ topicId })}
      />
      <TimeChips values={values} change={change} />
      <LinkedChips labels={linked} params={deliveryParams} values={values} change={change} />
    </Chips>
  );
}
