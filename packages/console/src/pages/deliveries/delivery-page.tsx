import type { Delivery, DeliveryWithAttempts, Destination } from '@writ/sdk';
import { useParams } from 'wouter';
import { isMissing } from '../../data/client.ts';
import { useDelivery, useRedeliver } from '../../data/notifications/deliveries.ts';
import { useDestination } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { KeyValues, Status } from '../../parts/facts/facts.tsx';
import { Id, To } from '../../parts/facts/id.tsx';
import { shortened } from '../../parts/facts/words.ts';
import { ActionDialog } from '../../parts/forms/action-dialog.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { Notice, Read } from '../../parts/states/states.tsx';
import { Countdown, Time } from '../../parts/time/time.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { deliveryStanding } from './delivery-parts.tsx';
import { DeliveryRequestParts } from './delivery-request.tsx';

export function DeliveryPage() {
  const project = useProject();
  const { id } = useParams<{ id: string }>();
  const reading = useDelivery(project, id);
  const delivery = reading.data;
  const destination = useDestination(project, delivery?.destinationId);
  const isGone = isMissing(destination.error);
  const name = destination.data?.name ?? shortened(delivery?.destinationId ?? '');
  return (
    <Page
      title={delivery ? `${delivery.eventType} to ${name}` : 'Delivery'}
      beside={delivery && <Status {...deliveryStanding(delivery)} />}
      actions={
        <DialogButton
          needs="notifications:manage"
          shortcut={{ group: 'Delivery', key: 'r', words: 'redeliver' }}
          look="main"
          disabledBecause={reasonAgainst(delivery, destination.data, isGone)}
          dialog={delivery && <RedeliverDialog {...{ delivery, name }} />}
        >
          {delivery?.status === 'pending' ? 'Deliver now …' : 'Redeliver …'}
        </DialogButton>
      }
    >
      <Read of={reading} what="the delivery">
        {(found) => (
          <>
            <DeliveryNotice delivery={found} isGone={isGone} />
            <Facts delivery={found} name={name} isGone={isGone} />
            <Section title="Attempts">
              <DeliveryAttempts delivery={found} />
            </Section>
            <DeliveryRequestParts request={found.request} />
          </>
        )}
      </Read>
    </Page>
  );
}

function reasonAgainst(delivery?: Delivery, destination?: Destination, isGone = false): string | undefined {
  if (!delivery) return 'It is not read yet.';
  if (isGone) return 'Its destination was deleted.';
  if (destination?.status === 'disabled') return 'Its destination is disabled: enable it first.';
  return delivery.stage === 'sending' ? 'It is being delivered now.' : undefined;
}

function RedeliverDialog({ delivery: { id, status }, name }: { delivery: Delivery; name: string }) {
  const redeliver = useRedeliver(useProject(), id);
  return (
    <ActionDialog
      title={status === 'pending' ? `Deliver it to ${name} now?` : `Redeliver it to ${name}?`}
      words={status === 'pending' ? 'Deliver now' : 'Redeliver'}
      change={redeliver}
      onAct={(close) => redeliver.mutate(undefined, { onSuccess: close })}
    >
      {status === 'delivered' ? (
        <p>It was delivered already; the receiver knows it by the same id.</p>
      ) : (
        <p>It has the same id as before: a receiver that took it already knows it by that.</p>
      )}
    </ActionDialog>
  );
}

function DeliveryNotice({ delivery, isGone }: { delivery: Delivery; isGone: boolean }) {
  const { status, stage, nextAttempt, lastError, destinationId } = delivery;
  const last = lastError && <p>The last attempt: {lastError.message}</p>;
  if (status === 'held')
    return (
      <Notice tone="warn" title="Held: its destination was disabled when it was due">
        <p>
          It does not go by itself. Enable <To place={['destinations', destinationId]}>the destination</To>,
          then redeliver this, or all that it missed.
        </p>
      </Notice>
    );
  if (status === 'failed')
    return (
      <Notice
        tone="bad"
        title={isGone ? 'Failed: its destination was deleted' : 'Failed: it is not retried by itself'}
      >
        {!isGone && last}
        {!isGone && <p>Redeliver it once the receiver works.</p>}
      </Notice>
    );
  if (stage !== 'retrying' || nextAttempt === undefined) return null;
  return (
    <Notice tone="warn" title="Not delivered yet">
      {last}
      <p>
        Next attempt in <Countdown at={nextAttempt} />.
      </p>
    </Notice>
  );
}

type FactsGiven = { delivery: DeliveryWithAttempts; name: string; isGone: boolean };

function Facts({ delivery, name, isGone }: FactsGiven) {
  const { id, destinationId, eventId, attemptCount, createTime, updateTime } = delivery;
  return (
    <KeyValues
      facts={{
        Destination: isGone ? (
          <>
            deleted: <Id id={destinationId} label="destination id" />
          </>
        ) : (
          <To place={['destinations', destinationId]}>{name}</To>
        ),
        Event: <Id id={eventId} label="event id" place={['events', { eventId }]} />,
        Delivery: <Id id={id} label="delivery id" />,
        'Receiver knows it as': <Id id={`msg_${id}`} label="webhook-id" />,
        Attempts: attemptCount,
        Made: <Time at={createTime} />,
        'Last change': <Time at={updateTime} />,
      }}
    />
  );
}
