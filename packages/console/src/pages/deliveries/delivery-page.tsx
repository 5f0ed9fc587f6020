import { WritProblem, type Delivery, type DeliveryWithAttempts, type Destination } from '@writ/sdk';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { useDelivery } from '../../data/notifications/deliveries.ts';
import { useDestination } from '../../data/notifications/destination.ts';
import { useProject } from '../../data/project.ts';
import { useForbidden } from '../../data/session.ts';
import { Id } from '../../parts/facts/id.tsx';
import { KeyValues } from '../../parts/facts/key-values.tsx';
import { shortened } from '../../parts/facts/shortened.ts';
import { KeyButton } from '../../parts/keys/key-button.tsx';
import { Page, Section } from '../../parts/page/page.tsx';
import { Loading } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import { Time } from '../../parts/time/time.tsx';
import { DeliveryAttempts } from './delivery-attempts.tsx';
import { DeliveryNotice } from './delivery-notice.tsx';
import { DeliveryRequestParts } from './delivery-request.tsx';
import { DeliveryStatus } from './delivery-status.tsx';
import { RedeliverDialog } from './redeliver-dialog.tsx';

/** One event on its way to one destination. */
export function DeliveryPage() {
  const project = useProject();
  const { delivery: id } = useParams<{ delivery: string }>();
  const { data: delivery, error, refetch } = useDelivery(project, id);
  const destination = useDestination(project, delivery?.destinationId);
  const [isAsking, setAsking] = useState(false);
  const forbidden = useForbidden('notifications:manage');
  const isGone = destination.error instanceof WritProblem && destination.error.status === 404;
  const whyNot = forbidden ?? reasonAgainst(delivery, destination.data, isGone);
  const name = destination.data?.name ?? (delivery && shortened(delivery.destinationId));
  return (
    <Page
      title={delivery ? `${delivery.eventType} to ${name}` : 'Delivery'}
      beside={delivery && <DeliveryStatus delivery={delivery} />}
      actions={
        <KeyButton
          group="Delivery"
          shortcut={{ key: 'r', words: 'redeliver' }}
          look="main"
          disabledBecause={whyNot}
          onClick={() => setAsking(true)}
        >
          {delivery?.status === 'pending' ? 'Deliver now …' : 'Redeliver …'}
        </KeyButton>
      }
    >
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      {!delivery && !error && <Loading what="the delivery" />}
      {delivery && (
        <>
          <DeliveryNotice delivery={delivery} isGone={isGone} />
          <Facts delivery={delivery} name={name ?? ''} isGone={isGone} />
          <Section title="Attempts">
            <DeliveryAttempts delivery={delivery} />
          </Section>
          <DeliveryRequestParts request={delivery.request} />
          {isAsking && (
            <RedeliverDialog delivery={delivery} name={name ?? ''} onClose={() => setAsking(false)} />
          )}
        </>
      )}
    </Page>
  );
}

/** Why it cannot be sent now; undefined where it can. */
function reasonAgainst(
  delivery: Delivery | undefined,
  destination: Destination | undefined,
  isGone: boolean,
): string | undefined {
  if (!delivery) return 'It is not read yet.';
  if (isGone) return 'Its destination was deleted.';
  if (destination?.status === 'disabled') return 'Its destination is disabled: enable it first.';
  return delivery.stage === 'sending' ? 'It is being delivered now.' : undefined;
}

function Facts({
  delivery: { id, destinationId, eventId, attemptCount, createTime, updateTime },
  name,
  isGone,
}: {
  delivery: DeliveryWithAttempts;
  name: string;
  isGone: boolean;
}) {
  const project = useProject();
  return (
    <KeyValues
      facts={{
        Destination: isGone ? (
          <>
            deleted: <Id id={destinationId} label="destination id" />
          </>
        ) : (
          <Link href={project.to('destinations', destinationId)}>{name}</Link>
        ),
        Event: (
          <Id
            id={eventId}
            label="event id"
            href={`${project.to('events')}?eventId=${encodeURIComponent(eventId)}`}
          />
        ),
        Delivery: <Id id={id} label="delivery id" />,
        'Receiver knows it as': <Id id={`msg_${id}`} label="webhook-id" />,
        Attempts: attemptCount,
        Made: <Time at={createTime} />,
        'Last change': <Time at={updateTime} />,
      }}
    />
  );
}
