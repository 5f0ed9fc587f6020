import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Delivery, DeliveryWithAttempts, QueryOf } from '@writ/sdk';
import { nullIfMissing } from '../client.ts';
import { useList } from '../list.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';

export type DeliveryFilter = Omit<QueryOf<'getDeliveries'>, 'pageSize' | 'pageToken'>;

const listsKey = (project: Pick<Project, 'name'>) => [project.name, 'deliveries'];

/** Each changing row is a request of its own. */
const mostRead = 25;

export const useDeliveries = ({ name, writ }: Project, filter: DeliveryFilter) =>
  useList<Delivery>({
    key: [...listsKey({ name }), filter],
    list: (asked, options) => writ.deliveries.list({ ...filter, ...asked }, options),
    since: filter.since,
    open: {
      // A failed or held delivery arrives when somebody redelivers it.
      is: ({ status }) => status !== 'delivered',
      read: async (ids, signal) => {
        // A deleted row stays as it was read last.
        const read = (id: string) => writ.deliveries.get(id, { signal }).catch(nullIfMissing);
        const found = await Promise.all(ids.slice(0, mostRead).map(read));
        return found.filter((each) => each !== null);
      },
    },
  });

const keyOf = (project: Project, id: string) => [project.name, 'delivery', id];

export const useDelivery = (project: Project, id: string) =>
  useLive<DeliveryWithAttempts>({
    key: keyOf(project, id),
    read: (signal) => project.writ.deliveries.get(id, { signal }),
    every: (last) => {
      if (last === undefined || last.status === 'pending') return 1_000;
      return last.status === 'delivered' ? false : 5_000;
    },
  });

export function forgetDeliveries(client: QueryClient, project: Pick<Project, 'name'>): void {
  const queryKey = listsKey(project);
  client.removeQueries({ queryKey, type: 'inactive' });
  void client.invalidateQueries({ queryKey });
}

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
