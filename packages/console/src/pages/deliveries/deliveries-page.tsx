import { useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { useDeliveries } from '../../data/notifications/deliveries.ts';
import { useDestinationNames } from '../../data/names.ts';
import { useProject } from '../../data/project.ts';
import { NotUnderstood } from '../../parts/filters/not-understood.tsx';
import { useParamsOf } from '../../parts/filters/use-params.ts';
import { ManyActions } from '../../parts/many/many-actions.tsx';
import { Page } from '../../parts/page/page.tsx';
import { GrowingRows } from '../../parts/rows/growing-rows.tsx';
import { Newer } from '../../parts/rows/newer.tsx';
import { NothingYet } from '../../parts/states/empty.tsx';
import { DeliveryChips } from './delivery-chips.tsx';
import { beneathDelivery, deliveryColumns } from './delivery-columns.tsx';
import { deliveryParams, filterOf } from './delivery-filters.ts';

/** All deliveries of a project. */
export function DeliveriesPage() {
  const project = useProject();
  const [values, change] = useParamsOf(deliveryParams);
  const [location, navigate] = useLocation();
  // A span of time begins where the list was opened: were it to move, the list would be another one each time.
  const filter = useMemo(() => filterOf(values, Date.now()), [values]);
  const list = useDeliveries(project, filter);
  const names = useDestinationNames(project);
  const columns = useMemo(() => deliveryColumns(names), [names]);
  const clear = () => navigate(location);
  return (
    <Page
      title="Deliveries"
      actions={
        <>
          <Newer list={list} />
          <ManyActions
            scope="notifications:manage"
            choices={[{ key: 'r', words: 'Redeliver', many: { action: 'redeliver', filter } }]}
          />
        </>
      }
    >
      <DeliveryChips values={values} change={change} onClear={clear} />
      <NotUnderstood params={deliveryParams} />
      <GrowingRows
        list={list}
        what="deliveries"
        label="Deliveries"
        columns={columns}
        beneath={beneathDelivery(names)}
        hrefOf={({ id }) => project.to('deliveries', id)}
        isFiltered={Object.keys(values).length > 0}
        onClear={clear}
        none={
          <NothingYet title="No deliveries yet">
            <p>
              An event becomes a delivery for each destination that a topic leads it to. See{' '}
              <Link href={project.to('events')}>the events</Link> and{' '}
              <Link href={project.to('destinations')}>the destinations</Link>.
            </p>
          </NothingYet>
        }
      />
    </Page>
  );
}
