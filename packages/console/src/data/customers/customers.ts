import { useMutation, useQuery } from '@tanstack/react-query';
import type { Connection, Group, GroupErasure, Installation, QueryOf, Task } from '@writ/sdk';
import { useChange } from '../change.ts';
import { longLimits, pageOf } from '../client.ts';
import { paceByPages, usePages } from '../list.ts';
import { useLive } from '../live.ts';
import type { Project } from '../project.ts';

export type CustomerFilter = Pick<QueryOf<'getGroups'>, 'groupRef'>;

/** A group; lists need an id. */
export type Customer = Group & { id: string };

/** The most that the API returns at once. */
const pageSize = 100;

export const useCustomers = ({ name, writ }: Project, filter: CustomerFilter) =>
  usePages<Customer>(
    [name, 'customers', filter],
    async (pageToken, signal) => {
      const page = await pageOf(writ.groups.list({ ...filter, pageSize }, { signal }), pageToken);
      return { ...page, results: page.results.map((group) => ({ ...group, id: group.groupRef })) };
    },
    // Each page counts writes.
    paceByPages(10_000, pageSize),
  );

export const customerKey = (project: Pick<Project, 'name'>, groupRef: string) => [
  project.name,
  'customer',
  groupRef,
];

/** Null: it has no connection and no installation. */
export const useCustomer = (project: Project, groupRef: string) =>
  useLive<Group | null>({
    key: [...customerKey(project, groupRef), 'group'],
    read: async (signal) => {
      const { results } = await pageOf(project.writ.groups.list({ groupRef }, { signal }));
      return results[0] ?? null;
    },
  });

export const useConnectionsOf = (project: Project, groupRef: string) =>
  useLive<Connection[]>({
    key: [...customerKey(project, groupRef), 'connections'],
    read: (signal) => project.writ.connections.list({ groupRef }, { signal }).all(),
  });

export const useInstallationsOf = (project: Project, groupRef: string) =>
  useLive<Installation[]>({
    key: [...customerKey(project, groupRef), 'installations'],
    read: (signal) => project.writ.installations.list({ groupRef }, { signal }).all(),
  });

const mostUnhealthy = 20;

/** Customers whose installations can't be written to now: their connections, the first of them. */
export const useUnhealthy = ({ name, writ }: Project, isAllowed: boolean) =>
  useLive({
    key: [name, 'unhealthy connections'],
    read: async (signal) => {
      const asked = { health: 'unhealthy', pageSize: mostUnhealthy } as const;
      const found = await pageOf(writ.installations.list(asked, { signal }));
      // Several installations may share a connection.
      const connections = [...new Map(found.map(({ connection }) => [connection.id, connection])).values()];
      return { connections, areMore: found.length === mostUnhealthy };
    },
    every: () => 10_000,
    enabled: isAllowed,
  });

/**
 * The address at which the customer connects again. It is not kept: with it, any account can be connected.
 */
export const useReconnect = ({ writ }: Project, id: string) =>
  useMutation({ mutationFn: () => writ.connections.reconnect(id), gcTime: 0 });

export const useDeleteConnection = (project: Project, { id, group }: Connection) =>
  useChange(() => project.writ.connections.delete(id), customerKey(project, group.groupRef));

/** What an erasure would remove, counted once. */
export const useErasure = (project: Project, groupRef: string) =>
  useQuery({
    queryKey: [...customerKey(project, groupRef), 'erasure'],
    queryFn: async ({ signal }): Promise<GroupErasure> => {
      const answer = await project.writ.groups.erase({ groupRef, dryRun: true }, { ...longLimits, signal });
      if ('taskId' in answer) throw new Error('The service began a task where only a count was asked for.');
      return answer;
    },
    staleTime: Infinity,
    // Opened again, it counts again.
    gcTime: 0,
  });

/** Resolves to the id of its task. */
export const useErase = ({ writ }: Project, groupRef: string) =>
  useMutation({
    mutationFn: async (force: boolean): Promise<Task['id']> => {
      const answer = await writ.groups.erase({ groupRef, ...(force && { force }) }, longLimits);
      if (!('taskId' in answer)) throw new Error('The service began no task.');
      return answer.taskId;
    },
  });

export const useExport = ({ writ }: Project, groupRef: string) =>
  useMutation({ mutationFn: async () => (await writ.groups.export({ groupRef }, longLimits)).taskId });
