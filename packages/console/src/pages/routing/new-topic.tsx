import { useCreateTopic } from '../../data/building/routing.ts';
import { useDestinations } from '../../data/notifications/destination.ts';
import { eventTypes, eventWords } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import type { FormField } from '../../parts/forms/form-fields.ts';

export function NewTopicDialog() {
  const project = useProject();
  const destinations = useDestinations(project).data ?? [];
  const fields: readonly FormField[] = [
    { at: '/name', label: 'Name', hint: 'What it is about, such as failed writes.' },
    {
      at: '/eventTypes',
      label: 'Event types',
      isOptional: true,
      checks: eventTypes.map((value) => ({ value, hint: eventWords[value] })),
    },
    {
      at: '/destinationIds',
      label: 'Destinations',
      isOptional: true,
      isAsked: () => destinations.length > 0,
      checks: destinations.map(({ id, name }) => ({ value: id, words: name })),
    },
  ];
  return <FormDialog title="New topic" fields={fields} words="Create" change={useCreateTopic(project)} />;
}
