import { useMutation } from '@tanstack/react-query';
import type { Destination, DeliveryAttempt } from '@writ/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { longLimits } from '../../data/client.ts';
import { eventTypes, eventWords, type EventType } from '../../data/notifications/event-types.ts';
import { useProject } from '../../data/project.ts';
import { AttemptEnd } from '../../parts/deliveries/attempt-end.tsx';
import { Button } from '../../parts/actions/button.tsx';
import { Dialog } from '../../parts/actions/dialog.tsx';
import { Select } from '../../parts/actions/select.tsx';
import { Status } from '../../parts/facts/status.tsx';
import { Problem } from '../../parts/states/problem.tsx';

/** Sends a made-up event and shows what the other side answered. */
export function TestDialog({
  destination: { id, name, type, status },
  onClose,
}: {
  destination: Destination;
  onClose: () => void;
}) {
  const project = useProject();
  const [eventType, setEventType] = useState<EventType>('write.async.done');
  const isFetched = type === 'listen';
  const test = useMutation({
    mutationFn: () => project.writ.destinations.test(id, { eventType }, longLimits),
  });
  return (
    <Dialog
      title={`Send a test event to ${name}`}
      onClose={onClose}
      closeWords="Close"
      actions={
        <Button
          look="main"
          disabledBecause={
            isFetched && status === 'disabled' ? 'Nothing is fetched from it: enable it first.' : undefined
          }
          isBusy={test.isPending}
          onClick={() => test.mutate()}
        >
          {test.data ? 'Send another' : 'Send'}
        </Button>
      }
    >
      <Select
        label="Event type"
        value={eventType}
        choices={eventTypes.map((value) => ({ value, words: value }))}
        hint={eventWords[eventType]}
        onChange={setEventType}
      />
      {isFetched ? (
        <p>Its content is made up. It is kept as any other event, and waits until the client fetches it.</p>
      ) : (
        <p>
          It is sent once, with made-up content, and kept nowhere
          {status === 'disabled' && '; it is sent although the destination is disabled'}.
        </p>
      )}
      <div role="status">
        {test.data && ('eventId' in test.data ? <Waits id={test.data.id} /> : <Ended attempt={test.data} />)}
      </div>
      {test.error && <Problem fault={test.error} />}
    </Dialog>
  );
}

/** Of a kind whose deliveries a client fetches. */
function Waits({ id }: { id: string }) {
  return (
    <p>
      It waits for the client that fetches:{' '}
      <Link href={useProject().to('deliveries', id)}>see what becomes of it</Link>.
    </p>
  );
}

function Ended({ attempt }: { attempt: DeliveryAttempt }) {
  return (
    <>
      <p>
        {attempt.status === 'delivered' ? (
          <Status tone="good">Delivered</Status>
        ) : (
          <Status tone="bad">Failed</Status>
        )}
      </p>
      <AttemptEnd attempt={attempt} />
    </>
  );
}
