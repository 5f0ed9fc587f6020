import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryWithAttempts, QueryOf } from '@writ/sdk';
import { useGrowingList } from '../lists/growing-list.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';

/** What a list of deliveries may be narrowed by, as the API knows it. */
export type DeliveryFilter = Omit<QueryOf<'getDeliveries'>, 'pageSize' | 'pageToken'>;

/** What failed or is held arrives when somebody redelivers it. */
const isOpen = ({ status }: Delivery): boolean => status !== 'delivered';

const listsKey = (project: Pick<Project, 'name'>) => [project.name, 'deliveries'];

/** A list of deliveries, newest first. */
export const useDeliveries = ({ name, writ }: Project, filter: DeliveryFilter) =>
  useGrowingList<Delivery>({
    key: [...listsKey({ name }), filter],
    list: (query, options) => writ.deliveries.list({ ...filter, ...query }, options),
    since: filter.since,
    open: { is: isOpen, read: (id, signal) => writ.deliveries.get(id, { signal }) },
  });

const keyOf = (project: Project, id: string) => [project.name, 'delivery', id];

/** One delivery with its attempts, read until it has arrived. */
export const useDelivery = (project: Project, id: string) =>
  useLive<DeliveryWithAttempts>({
    key: keyOf(project, id),
    read: (signal) => project.writ.deliveries.get(id, { signal }),
    every: (last) => (last === undefined || last.status === 'pending' ? 1_000 : endedPace(last)),
  });

/** What has arrived stays so; what failed or is held goes on when somebody redelivers it. */
const endedPace = ({ status }: Delivery) => (status === 'delivered' ? false : 5_000);

/** Has lists of deliveries read anew: they stand still otherwise, and what is redelivered stands otherwise than they say. */
export function forgetDeliveries(client: QueryClient, project: Pick<Project, 'name'>): void {
  const queryKey = listsKey(project);
  client.removeQueries({ queryKey, type: 'inactive' });
  void client.invalidateQueries({ queryKey });
}

/** Makes a delivery once more, at once. */
export function useRedeliver(project: Project, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => project.writ.deliveries.redeliver(id),
    onSuccess: (delivery) => {
      client.setQueryData<DeliveryWithAttempts>(keyOf(project, id), delivery);
      forgetDeliveries(client, project);
    },
  });
}
