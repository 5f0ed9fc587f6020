import { useState } from 'react';
import { useTopicChange } from '../../data/building/routing.ts';
import { useDestinations, useTopics, type RoutedTopic } from '../../data/notifications/destination.ts';
import { eventTypes, eventWords, type EventType } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { To } from '../facts/id.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { Field } from '../forms/field.tsx';
import { Loading, Problem } from '../states/states.tsx';
import { freeTopicName } from './free-topic-name.ts';

type Given = {
  /** Chosen in the dialog, if absent. */
  eventType?: EventType;
  destinationId?: string;
};

/** Routes an event type to a destination, through an existing or a new topic. */
export function RouteDialog(given: Given) {
  const project = useProject();
  const destinations = useDestinations(project);
  const topics = useTopics(project);
  const [eventType, setEventType] = useState<EventType>(given.eventType ?? 'write.async.done');
  const [chosen, setChosen] = useState(given.destinationId);
  const found = destinations.data?.find(({ id }) => id === chosen);
  // A given destination is not shown, so no other one takes its place.
  const destination = found ?? (given.destinationId === undefined ? destinations.data?.[0] : undefined);
  const topic = destination && topics.data && topicFor(topics.data, destination.id, eventType);
  const add = useRoute({ topic, eventType, destination, topics: topics.data ?? [] });
  const whyNot = () => {
    if (!destinations.data || !topics.data) return 'What there is is not read yet.';
    if (!destination) return given.destinationId === undefined ? noneYet : notThere;
    return topic?.eventTypes.includes(eventType) ? `${topic.name} leads it there already.` : undefined;
  };
  const fault = destinations.error ?? topics.error;
  return (
    <ActionDialog
      title={given.eventType === undefined ? 'Send it an event type' : `Route ${given.eventType}`}
      words="Route it"
      disabledBecause={whyNot()}
      change={add}
      onAct={(close) => add.mutate(undefined, { onSuccess: close })}
    >
      {given.eventType === undefined && <EventTypeSelect value={eventType} onChange={setEventType} />}
      {given.destinationId === undefined && destination && (
        <Field
          label="Destination"
          value={destination.id}
          choices={(destinations.data ?? []).map(({ id, name }) => ({ value: id, words: name }))}
          onChange={setChosen}
        />
      )}
      {destinations.data?.length === 0 && (
        <p>
          There is no destination yet: <To place={['destinations']}>make one</To> first.
        </p>
      )}
      {!fault && !topics.data && <Loading what="the topics" />}
      {destination && topics.data && <p>{saidOf(topic, eventType, destination.name)}</p>}
      {fault && <Problem fault={fault} />}
    </ActionDialog>
  );
}

type SelectGiven = { value: EventType; onChange: (value: EventType) => void };

export function EventTypeSelect({ value, onChange }: SelectGiven) {
  return (
    <Field
      label="Event type"
      value={value}
      choices={eventTypes.map((each) => ({ value: each, words: each }))}
      hint={eventWords[value]}
      onChange={onChange}
    />
  );
}

const noneYet = 'There is no destination yet.';
const notThere = 'This destination is no more, or not read yet.';

/**
 * A topic that routes the type there already; otherwise one that leads there alone, so that no other gets the
 * type.
 */
const topicFor = (topics: readonly RoutedTopic[], destinationId: string, eventType: EventType) =>
  topics.find(
    (topic) => topic.eventTypes.includes(eventType) && topic.destinationIds.includes(destinationId),
  ) ?? topics.find(({ destinationIds: [only, ...others] }) => only === destinationId && others.length === 0);

function saidOf(topic: RoutedTopic | undefined, eventType: EventType, name: string): string {
  if (!topic) return `A new topic leads it to ${name} from then on.`;
  return topic.eventTypes.includes(eventType)
    ? `The topic ${topic.name} leads it to ${name} already.`
    : `The topic ${topic.name}, which leads to ${name} alone, takes it from then on.`;
}

type Route = {
  topic: RoutedTopic | undefined;
  eventType: EventType;
  destination: { id: string; name: string } | undefined;
  topics: readonly RoutedTopic[];
};

function useRoute({ topic, eventType, destination, topics: all }: Route) {
  const project = useProject();
  const { topics, eventRoutes } = project.writ;
  return useTopicChange(project, async (): Promise<unknown> => {
    if (topic) return eventRoutes.create({ topicId: topic.id, eventType });
    if (!destination) return undefined;
    const taken = all.map(({ name }) => name);
    const name = freeTopicName(taken, destination.name, eventType);
    return topics.create({ name, eventTypes: [eventType], destinationIds: [destination.id] });
  });
}
