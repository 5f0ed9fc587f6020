import type { ComponentType } from 'react';
import type { Need, Scope } from './data/session.ts';

export type PageEntry = {
  /** Below `/console`. */
  path: string;
  /** The session needs one of them. */
  scopes: readonly Need[];
  load: () => Promise<ComponentType>;
  /** The page's first request, below its project, if its address has no query. */
  asks?: string;
};

const ofWrites: readonly Scope[] = ['operations:read'];
const ofEvents: readonly Scope[] = ['notifications:read'];
const ofBoth = [...ofWrites, ...ofEvents];
const ofInstallations: readonly Scope[] = ['installations:read'];
const ofAll: readonly Scope[] = ['full'];
const ofOperators: readonly Need[] = ['administrator'];

const page = <Name extends string>(
  path: string,
  scopes: readonly Need[],
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  asks?: string,
): PageEntry => ({
  path: `/projects/:project${path}`,
  scopes,
  load: async () => (await load())[name],
  ...(asks !== undefined && { asks }),
});

/** For administrators. */
const operatorsPage: typeof page = (path, scopes, name, load) => ({
  ...page(path, scopes, name, load),
  path,
});

const projects = () => import('./pages/projects/projects-page.tsx');
const lanes = () => import('./pages/lanes/lanes-page.tsx');
const operations = () => import('./pages/operations/operations-page.tsx');
const operation = () => import('./pages/operation/operation-page.tsx');
const installation = () => import('./pages/installation/installation-page.tsx');
const customer = () => import('./pages/customer/customer-page.tsx');
const integrations = () => import('./pages/integrations/integrations-page.tsx');
const manifest = () => import('./pages/integrations/manifest-page.tsx');
const providerApps = () => import('./pages/provider-apps/provider-apps-page.tsx');
const audit = () => import('./pages/audit/audit-page.tsx');
const auditOfRequest = () => import('./pages/audit/request-page.tsx');
const deadLetters = () => import('./pages/dead-letters/dead-letters-page.tsx');
const deadLetter = () => import('./pages/dead-letters/dead-letter-page.tsx');
const destination = () => import('./pages/destinations/destination-page.tsx');
const destinations = () => import('./pages/destinations/destinations-page.tsx');

/** The first that matches an address is shown. */
export const pages: readonly PageEntry[] = [
  { path: '/', scopes: [], load: async () => (await projects()).FirstPage },
  { path: '/projects', scopes: ['installations:read'], load: async () => (await projects()).ProjectsPage },
  page('', ofWrites, 'HomePage', () => import('./pages/home/home-page.tsx')),
  page('/operations', ofWrites, 'OperationsPage', operations, 'operations?pageSize=100'),
  page('/operations/:operation', ofWrites, 'OperationPage', operation, 'operations/:operation'),
  page('/records/:record', ofWrites, 'RecordPage', () => import('./pages/record/record-page.tsx')),
  page('/customers', ofInstallations, 'CustomersPage', () => import('./pages/customers/customers-page.tsx')),
  page('/customers/:groupRef', ofInstallations, 'CustomerPage', customer),
  page('/customers/:groupRef/installations/:installation', ofInstallations, 'InstallationPage', installation),
  page('/lanes', ofBoth, 'LanesPage', lanes),
  page('/lanes/:lane', ofBoth, 'LanePage', () => import('./pages/lanes/lane-page.tsx')),
  page('/tasks', ofBoth, 'TasksPage', () => import('./pages/tasks/tasks-page.tsx')),
  page('/tasks/:id', ofBoth, 'TaskPage', () => import('./pages/tasks/task-page.tsx')),
  page('/deliveries', ofEvents, 'DeliveriesPage', () => import('./pages/deliveries/deliveries-page.tsx')),
  page('/deliveries/:id', ofEvents, 'DeliveryPage', () => import('./pages/deliveries/delivery-page.tsx')),
  page('/destinations', ofEvents, 'DestinationsPage', destinations),
  page('/destinations/:id', ofEvents, 'DestinationPage', destination),
  page('/events', ofEvents, 'EventsPage', () => import('./pages/events/events-page.tsx')),
  page('/events/:id', ofEvents, 'EventPage', () => import('./pages/events/event-page.tsx')),
  page('/topics/:id', ofEvents, 'TopicPage', () => import('./pages/topics/topic-page.tsx')),
  page('/settings', ofInstallations, 'SettingsPage', () => import('./pages/settings/settings-page.tsx')),
  page('/routing', ofEvents, 'RoutingPage', () => import('./pages/routing/routing-page.tsx')),
  page('/integrations', ofInstallations, 'IntegrationsPage', integrations),
  page('/integrations/manifest', ofInstallations, 'ManifestPage', manifest),
  page('/provider-apps', ofInstallations, 'ProviderAppsPage', providerApps),
  page('/keys', ofAll, 'KeysPage', () => import('./pages/keys/keys-page.tsx')),
  page('/audit', ofAll, 'AuditPage', audit),
  page('/audit/:request', ofAll, 'AuditOfRequestPage', auditOfRequest),
  operatorsPage('/system', ofOperators, 'SystemPage', () => import('./pages/system/system-page.tsx')),
  operatorsPage('/lanes', ofOperators, 'LanesPage', lanes),
  operatorsPage('/dead-letters', ofOperators, 'DeadLettersPage', deadLetters),
  operatorsPage('/dead-letters/:id', ofOperators, 'DeadLetterPage', deadLetter),
  operatorsPage('/audit', ofOperators, 'AuditPage', audit),
  operatorsPage('/audit/:request', ofOperators, 'AuditOfRequestPage', auditOfRequest),
];

/** The page of an address, and the variable parts as they stand there. */
export function pageAt(
  address: string,
): { page: PageEntry; parts: Readonly<Record<string, string>> } | undefined {
  for (const entry of pages) {
    const found = new RegExp(`^${entry.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`).exec(address);
    if (found) return { page: entry, parts: found.groups ?? {} };
  }
  return undefined;
}
