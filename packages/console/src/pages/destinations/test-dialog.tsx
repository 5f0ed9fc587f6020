import { useMutation } from '@tanstack/react-query';
import type { Destination, DeliveryAttempt } from '@writ/sdk';
import { useState } from 'react';
import { longLimits } from '../../data/client.ts';
import type { EventType } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { AttemptEnd } from '../../parts/deliveries/attempt-end.tsx';
import { Status } from '../../parts/facts/facts.tsx';
import { To } from '../../parts/facts/id.tsx';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { EventTypeSelect } from '../../parts/routing/route-dialog.tsx';

export function TestDialog({ destination: { id, name, type, status } }: { destination: Destination }) {
  const project = useProject();
  const [eventType, setEventType] = useState<EventType>('write.async.done');
  const isFetched = type === 'listen';
  const isDisabled = status === 'disabled';
  const test = useMutation({
    mutationFn: () => project.writ.destinations.test(id, { eventType }, longLimits),
  });
  return (
    <ActionDialog
      title={`Send a test event to ${name}`}
      closeWords="Close"
      words={test.data ? 'Send another' : 'Send'}
      disabledBecause={isFetched && isDisabled ? 'Nothing is fetched from it: enable it first.' : undefined}
      change={test}
      isRepeatable
      onAct={() => test.mutate()}
    >
      <EventTypeSelect value={eventType} onChange={setEventType} />
      {isFetched ? (
        <p>Its content is made up. It is kept as any other event, and waits until the client fetches it.</p>
      ) : (
        <p>
          It is sent once, with made-up content, and kept nowhere
          {isDisabled && '; it is sent although the destination is disabled'}.
        </p>
      )}
      <div role="status">
        {test.data && ('eventId' in test.data ? <Waits id={test.data.id} /> : <Ended attempt={test.data} />)}
      </div>
    </ActionDialog>
  );
}

/** A client fetches the deliveries of such a destination. */
function Waits({ id }: { id: string }) {
  return (
    <p>
      It waits for the client that fetches: <To place={['deliveries', id]}>see what becomes of it</To>.
    </p>
  );
}

function Ended({ attempt }: { attempt: DeliveryAttempt }) {
  const isDelivered = attempt.status === 'delivered';
  return (
    <>
      <p>
        <Status tone={isDelivered ? 'good' : 'bad'} words={isDelivered ? 'Delivered' : 'Failed'} />
      </p>
      <AttemptEnd attempt={attempt} />
    </>
  );
}
