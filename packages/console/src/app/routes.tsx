import { Component, lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Link, matchRoute, Route, Switch, useLocation, useRouter } from 'wouter';
import { useForbidden } from '../data/session.ts';
import { Page } from '../parts/page/page.tsx';
import { Loading, NothingYet } from '../parts/states/empty.tsx';
import { Problem } from '../parts/states/problem.tsx';
import { scopesOfPage } from './page-scopes.ts';
import { useArrival } from './use-arrival.ts';

/** A page that is loaded when somebody goes there. */
const page = (load: () => Promise<ComponentType>) => ({
  load,
  page: lazy(async () => ({ default: await load() })),
});

/** Every address of the console and its page; the first one that fits counts. */
const routes: readonly ({ path: string } & ReturnType<typeof page>)[] = [
  { path: '/', ...page(async () => (await import('../pages/projects/first-page.tsx')).FirstPage) },
  {
    path: '/projects',
    ...page(async () => (await import('../pages/projects/projects-page.tsx')).ProjectsPage),
  },
  {
    path: '/projects/:project',
    ...page(async () => (await import('../pages/home/home-page.tsx')).HomePage),
  },
  {
    path: '/projects/:project/operations',
    ...page(async () => (await import('../pages/operations/operations-page.tsx')).OperationsPage),
  },
  {
    path: '/projects/:project/operations/:operation',
    ...page(async () => (await import('../pages/operation/operation-page.tsx')).OperationPage),
  },
  {
    path: '/projects/:project/records/:record',
    ...page(async () => (await import('../pages/record/record-page.tsx')).RecordPage),
  },
  {
    path: '/projects/:project/lanes',
    ...page(async () => (await import('../pages/lanes/lanes-page.tsx')).LanesPage),
  },
  {
    path: '/projects/:project/lanes/:lane',
    ...page(async () => (await import('../pages/lanes/lane-page.tsx')).LanePage),
  },
  {
    path: '/projects/:project/tasks',
    ...page(async () => (await import('../pages/tasks/tasks-page.tsx')).TasksPage),
  },
  {
    path: '/projects/:project/tasks/:id',
    ...page(async () => (await import('../pages/tasks/task-page.tsx')).TaskPage),
  },
  {
    path: '/projects/:project/deliveries',
    ...page(async () => (await import('../pages/deliveries/deliveries-page.tsx')).DeliveriesPage),
  },
  {
    path: '/projects/:project/deliveries/:delivery',
    ...page(async () => (await import('../pages/deliveries/delivery-page.tsx')).DeliveryPage),
  },
  {
    path: '/projects/:project/destinations',
    ...page(async () => (await import('../pages/destinations/destinations-page.tsx')).DestinationsPage),
  },
  {
    path: '/projects/:project/destinations/:destination',
    ...page(async () => (await import('../pages/destinations/destination-page.tsx')).DestinationPage),
  },
  {
    path: '/projects/:project/events',
    ...page(async () => (await import('../pages/events/events-page.tsx')).EventsPage),
  },
  {
    path: '/projects/:project/events/:event',
    ...page(async () => (await import('../pages/events/event-page.tsx')).EventPage),
  },
  {
    path: '/projects/:project/topics/:topic',
    ...page(async () => (await import('../pages/topics/topic-page.tsx')).TopicPage),
  },
];

const pages = (
  <Switch>
    {routes.map((route) => (
      <Route key={route.path} path={route.path} component={route.page} />
    ))}
    <Route component={NoPage} />
  </Switch>
);

/** Begins to load the page of the address, while it is asked who is signed in. */
export function useEarlyPage(): void {
  const { parser } = useRouter();
  const [location] = useLocation();
  const [first] = useState(location);
  useEffect(() => {
    const route = routes.find(({ path }) => matchRoute(parser, path, first)[0]);
    // Where it fails, the page says so itself.
    route?.load().catch(() => undefined);
  }, [parser, first]);
}

/** The page of the address. */
export function Pages() {
  const [location] = useLocation();
  useArrival(location);
  return (
    <Failing key={location}>
      <Suspense fallback={<Loading what="the page" />}>
        <IfAllowed location={location}>{pages}</IfAllowed>
      </Suspense>
    </Failing>
  );
}

/** A page, or why the session may not see it: nothing of it is asked for then. */
function IfAllowed({ location, children }: { location: string; children: ReactNode }) {
  const why = useForbidden(...scopesOfPage(location));
  if (why === undefined) return children;
  return (
    <Page title="You may not see this page">
      <NothingYet title={why}>
        <p>Sign out, then in with a key that has it: you come back to this address.</p>
      </NothingYet>
    </Page>
  );
}

function NoPage() {
  return (
    <Page title="There is no such page">
      <NothingYet title="This address leads nowhere">
        <p>
          Perhaps it was cut off. <Link href="/">To the beginning</Link>
        </p>
      </NothingYet>
    </Page>
  );
}

/** Tells what a page threw, such as a file of it that could not be loaded; another page is not concerned. */
class Failing extends Component<{ children: ReactNode }, { fault?: Error }> {
  override state: { fault?: Error } = {};

  static getDerivedStateFromError(fault: unknown) {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) };
  }

  override render() {
    const { fault } = this.state;
    if (!fault) return this.props.children;
    return (
      <Page title="This page failed">
        <Problem fault={fault} onRetry={() => window.location.reload()} />
      </Page>
    );
  }
}
