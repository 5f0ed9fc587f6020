import { Component, Suspense, type ComponentType, type ReactNode } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useAnyProject } from '../data/project.ts';
import { useForbidden, useVisibleProject } from '../data/session.ts';
import { Page } from '../parts/page/page.tsx';
import { Loading, NothingYet } from '../parts/states/empty.tsx';
import { Problem } from '../parts/states/problem.tsx';
import { scopesOfPage } from './page-scopes.ts';
import { useArrival } from './use-arrival.ts';

/** An address of the console and its page. */
export type Shown = { path: string; Page: ComponentType };

/** The page of the address; the first route that fits counts. */
export function Pages({ routes }: { routes: readonly Shown[] }) {
  const [location] = useLocation();
  useArrival(location);
  return (
    <Failing key={location}>
      <Suspense fallback={<Loading what="the page" />}>
        <IfAllowed location={location}>
          <Switch>
            {routes.map(({ path, Page: component }) => (
              <Route key={path} path={path} component={component} />
            ))}
            <Route component={NoPage} />
          </Switch>
        </IfAllowed>
      </Suspense>
    </Failing>
  );
}

/** A page, or why the session may not see it: nothing of it is asked for then. */
function IfAllowed({ location, children }: { location: string; children: ReactNode }) {
  const why = useForbidden(...scopesOfPage(location));
  const asked = useAnyProject();
  const visible = useVisibleProject();
  if (!asked && location.startsWith('/projects/')) return <NoPage />;
  if (asked && !visible) return <NotVisible name={asked.name} />;
  if (why === undefined) return children;
  return (
    <Page title="You may not see this page">
      <NothingYet title={why}>
        <p>Sign out, then in with a key that has it: you come back to this address.</p>
      </NothingYet>
    </Page>
  );
}

/** The same is said where there is no such project: nobody finds out which there are. */
function NotVisible({ name }: { name: string }) {
  return (
    <Page title="You do not see this project">
      <NothingYet title={`Your key is not of the project ${name}`}>
        <p>
          <Link href="/">Go to the project of your key</Link>, or sign out, then in with a key of this one:
          you come back to this address.
        </p>
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
