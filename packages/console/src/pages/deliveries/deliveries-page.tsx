import type { Delivery } from '@writ/sdk';
import { useDeliveries } from '../../data/notifications/deliveries.ts';
import { eventTypeNames } from '../../data/notifications/event-types.ts';
import { NameOf } from '../../parts/facts/name-of.tsx';
import { To } from '../../parts/facts/to.tsx';
import { httpStatus, linked, named, oneOf, times } from '../../parts/filters/filters.tsx';
import { ManyActions } from '../../parts/many/many-actions.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { NothingYet } from '../../parts/states/states.tsx';
import { deliveryColumns, happened } from './delivery-parts.tsx';

const filters = {
  status: oneOf('Status', { pending: 'Pending', delivered: 'Delivered', failed: 'Failed', held: 'Held' }),
  httpStatus: httpStatus('Answered'),
  destinationId: named('Destination', 'destinations'),
  eventType: oneOf('Event type', eventTypeNames),
  topicId: named('Topic', 'topics'),
  ...times,
  eventId: linked('Event'),
  operationId: linked('Operation'),
  installationId: linked('Installation'),
  taskId: linked('Task'),
};

/** All deliveries of a project. */
export function DeliveriesPage() {
  return (
    <ListPage
      what="deliveries"
      filters={filters}
      useRows={useDeliveries}
      columns={deliveryColumns}
      beneath={destinationAndCause}
      actions={({ query }) => (
        <ManyActions
          needs="notifications:manage"
          choices={[{ key: 'r', words: 'Redeliver', many: { action: 'redeliver', filter: query } }]}
        />
      )}
      none={<NoneYet />}
    />
  );
}

function destinationAndCause(delivery: Delivery) {
  const what = happened(delivery);
  return (
    <>
      <NameOf kind="destinations" id={delivery.destinationId} />
      {what !== '' && <> · {what}</>}
    </>
  );
}

function NoneYet() {
  return (
    <NothingYet title="No deliveries yet">
      <p>
        An event becomes a delivery for each destination that a topic leads it to. See{' '}
        <To place={['events']}>the events</To> and{' '}
        <To place={['destinations']}>the destinations</To>.
      </p>
    </NothingYet>
  );
}
