import { Component, Suspense, type ComponentType, type ReactNode } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { useAnyProject } from '../data/project.ts';
import { useForbidden, useVisibleProject, type Need } from '../data/session.ts';
import { Page } from '../parts/page/page.tsx';
import { Loading, NothingYet, Problem } from '../parts/states/states.tsx';
import { useArrival } from './use-arrival.ts';

/** The session has to meet one of the needs. */
export type Shown = { path: string; scopes: readonly Need[]; Page: ComponentType };

export function Pages({ routes }: { routes: readonly Shown[] }) {
  const [location] = useLocation();
  useArrival(location);
  return (
    <Failing key={location}>
      <Suspense fallback={<Loading what="the page" />}>
        <IfVisible>
          <Switch>
            {routes.map(({ path, scopes, Page: Found }) => (
              <Route key={path} path={path}>
                <IfAllowed scopes={scopes}>
                  <Found />
                </IfAllowed>
              </Route>
            ))}
            <Route component={NoPage} />
          </Switch>
        </IfVisible>
      </Suspense>
    </Failing>
  );
}

type StatementGiven = { title: string; what: string; children: ReactNode };

const Statement = ({ title, what, children }: StatementGiven) => (
  <Page title={title}>
    <NothingYet title={what}>
      <p>{children}</p>
    </NothingYet>
  </Page>
);

/** A project that does not exist gets the same answer, so that nobody learns which ones do. */
function IfVisible({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const asked = useAnyProject();
  const visible = useVisibleProject();
  if (!asked && location.startsWith('/projects/')) return <NoPage />;
  if (!asked || visible) return children;
  return (
    <Statement title="You do not see this project" what={`Your key is not of the project ${asked.name}`}>
      <Link href="/">Go to the project of your key</Link>, or sign out, then in with a key of this one: you
      come back to this address.
    </Statement>
  );
}

/** A page that the session may not see reads nothing. */
function IfAllowed({ scopes, children }: { scopes: readonly Need[]; children: ReactNode }) {
  const why = useForbidden(...scopes);
  if (why === undefined) return children;
  return (
    <Statement title="You may not see this page" what={why}>
      Sign out, then in with what it needs: you come back to this address.
    </Statement>
  );
}

function NoPage() {
  const project = useVisibleProject();
  return (
    <Statement title="There is no such page" what="This address leads nowhere">
      It may have been cut off.{' '}
      <Link href={project?.to() ?? '/'}>Back to {project ? 'home' : 'the start'}</Link>
    </Statement>
  );
}

/** Shows an error of a page, such as a missing file. Other pages are not affected. */
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
