import type { Delivery } from '@writ/sdk';
import { useDeliveries } from '../../data/notifications/deliveries.ts';
import { NameOf } from '../../parts/facts/facts.tsx';
import { To } from '../../parts/facts/id.tsx';
import { deliveryFilters } from '../../parts/filters/lists.ts';
import { ManyActions } from '../../parts/many/many-actions.tsx';
import { ListPage } from '../../parts/rows/list-page.tsx';
import { NothingYet } from '../../parts/states/states.tsx';
import { deliveryColumns, happened } from './delivery-parts.tsx';

export function DeliveriesPage() {
  return (
    <ListPage
      what="deliveries"
      filters={deliveryFilters}
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
        <To place={['events']}>the events</To> and <To place={['destinations']}>the destinations</To>.
      </p>
    </NothingYet>
  );
}
