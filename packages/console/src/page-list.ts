import type { ComponentType } from 'react';

/**
 * A page: its address below `/console`, how it is loaded, and what it asks first where its address has no filter, below its
 * project: as the page itself would.
 */
export type PageEntry = { path: string; load: () => Promise<ComponentType>; asks?: string };

/** Every address of the console and its page; the first one that fits counts. */
export const pages: readonly PageEntry[] = [
  { path: '/', load: async () => (await import('./pages/projects/first-page.tsx')).FirstPage },
  { path: '/projects', load: async () => (await import('./pages/projects/projects-page.tsx')).ProjectsPage },
  { path: '/projects/:project', load: async () => (await import('./pages/home/home-page.tsx')).HomePage },
  {
    path: '/projects/:project/operations',
    load: async () => (await import('./pages/operations/operations-page.tsx')).OperationsPage,
    asks: 'operations?pageSize=100',
  },
  {
    path: '/projects/:project/operations/:operation',
    load: async () => (await import('./pages/operation/operation-page.tsx')).OperationPage,
    asks: 'operations/:operation',
  },
  {
    path: '/projects/:project/records/:record',
    load: async () => (await import('./pages/record/record-page.tsx')).RecordPage,
  },
  {
    path: '/projects/:project/lanes',
    load: async () => (await import('./pages/lanes/lanes-page.tsx')).LanesPage,
  },
  {
    path: '/projects/:project/lanes/:lane',
    load: async () => (await import('./pages/lanes/lane-page.tsx')).LanePage,
  },
  {
    path: '/projects/:project/tasks',
    load: async () => (await import('./pages/tasks/tasks-page.tsx')).TasksPage,
  },
  {
    path: '/projects/:project/tasks/:id',
    load: async () => (await import('./pages/tasks/task-page.tsx')).TaskPage,
  },
  {
    path: '/projects/:project/deliveries',
    load: async () => (await import('./pages/deliveries/deliveries-page.tsx')).DeliveriesPage,
  },
  {
    path: '/projects/:project/deliveries/:delivery',
    load: async () => (await import('./pages/deliveries/delivery-page.tsx')).DeliveryPage,
  },
  {
    path: '/projects/:project/destinations',
    load: async () => (await import('./pages/destinations/destinations-page.tsx')).DestinationsPage,
  },
  {
    path: '/projects/:project/destinations/:destination',
    load: async () => (await import('./pages/destinations/destination-page.tsx')).DestinationPage,
  },
  {
    path: '/projects/:project/events',
    load: async () => (await import('./pages/events/events-page.tsx')).EventsPage,
  },
  {
    path: '/projects/:project/events/:event',
    load: async () => (await import('./pages/events/event-page.tsx')).EventPage,
  },
  {
    path: '/projects/:project/topics/:topic',
    load: async () => (await import('./pages/topics/topic-page.tsx')).TopicPage,
  },
];

/** The page of an address, and what the address holds of its variable parts, as they stand there. */
export function pageAt(
  address: string,
): { page: PageEntry; parts: Readonly<Record<string, string>> } | undefined {
  for (const page of pages) {
    const found = new RegExp(`^${page.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`).exec(address);
    if (found) return { page, parts: found.groups ?? {} };
  }
  return undefined;
}
