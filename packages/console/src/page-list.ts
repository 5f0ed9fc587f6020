import type { ComponentType } from 'react';
import type { Scope } from './data/session.ts';

/** A page of the console. */
export type PageEntry = {
  /** Below `/console`. */
  path: string;
  /** The session needs one of them. */
  scopes: readonly Scope[];
  load: () => Promise<ComponentType>;
  /** What the page asks first, below its project, if its address has no query. */
  asks?: string;
};

const writes: readonly Scope[] = ['operations:read'];
const notifications: readonly Scope[] = ['notifications:read'];
const both = [...writes, ...notifications];

/** A page of a project: its path below the project, and the component that its file exports. */
const inProject = <Name extends string>(
  path: string,
  scopes: readonly Scope[],
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
): PageEntry => ({ path: `/projects/:project${path}`, scopes, load: async () => (await load())[name] });

const projects = () => import('./pages/projects/projects-page.tsx');

/** All pages; the first that matches an address is shown. */
export const pages: readonly PageEntry[] = [
  { path: '/', scopes: [], load: async () => (await projects()).FirstPage },
  { path: '/projects', scopes: ['installations:read'], load: async () => (await projects()).ProjectsPage },
  inProject('', writes, 'HomePage', () => import('./pages/home/home-page.tsx')),
  {
    ...inProject(
      '/operations',
      writes,
      'OperationsPage',
      () => import('./pages/operations/operations-page.tsx'),
    ),
    asks: 'operations?pageSize=100',
  },
  {
    ...inProject(
      '/operations/:operation',
      writes,
      'OperationPage',
      () => import('./pages/operation/operation-page.tsx'),
    ),
    asks: 'operations/:operation',
  },
  inProject('/records/:record', writes, 'RecordPage', () => import('./pages/record/record-page.tsx')),
  inProject('/lanes', both, 'LanesPage', () => import('./pages/lanes/lanes-page.tsx')),
  inProject('/lanes/:lane', both, 'LanePage', () => import('./pages/lanes/lane-page.tsx')),
  inProject('/tasks', both, 'TasksPage', () => import('./pages/tasks/tasks-page.tsx')),
  inProject('/tasks/:id', both, 'TaskPage', () => import('./pages/tasks/task-page.tsx')),
  inProject(
    '/deliveries',
    notifications,
    'DeliveriesPage',
    () => import('./pages/deliveries/deliveries-page.tsx'),
  ),
  inProject(
    '/deliveries/:delivery',
    notifications,
    'DeliveryPage',
    () => import('./pages/deliveries/delivery-page.tsx'),
  ),
  inProject(
    '/destinations',
    notifications,
    'DestinationsPage',
    () => import('./pages/destinations/destinations-page.tsx'),
  ),
  inProject(
    '/destinations/:destination',
    notifications,
    'DestinationPage',
    () => import('./pages/destinations/destination-page.tsx'),
  ),
  inProject('/events', notifications, 'EventsPage', () => import('./pages/events/events-page.tsx')),
  inProject('/events/:event', notifications, 'EventPage', () => import('./pages/events/event-page.tsx')),
  inProject('/topics/:topic', notifications, 'TopicPage', () => import('./pages/topics/topic-page.tsx')),
];

/** The page of an address, and the variable parts as they stand there. */
export function pageAt(
  address: string,
): { page: PageEntry; parts: Readonly<Record<string, string>> } | undefined {
  for (const page of pages) {
    const found = new RegExp(`^${page.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`).exec(address);
    if (found) return { page, parts: found.groups ?? {} };
  }
  return undefined;
}
