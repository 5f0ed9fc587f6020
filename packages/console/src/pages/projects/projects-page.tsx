import { useQuery } from '@tanstack/react-query';
import { Link, Redirect } from 'wouter';
import { writOf } from '../../data/client.ts';
import { projectOf } from '../../data/project.ts';
import { useWho } from '../../data/session.ts';
import { Page } from '../../parts/page/page.tsx';
import { Loading, NothingYet } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import styles from './projects-page.module.css';

/** Where an administrator chooses a project; a key leads to its own, and so does the only one. */
export function ProjectsPage() {
  const { project } = useWho();
  return project ? <Redirect to={projectOf(project.name).to()} replace /> : <Projects />;
}

function Projects() {
  const {
    data: projects,
    error,
    refetch,
  } = useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => writOf().projects.list({ signal }),
  });
  const [first, second] = projects ?? [];
  if (first && !second) return <Redirect to={projectOf(first.name).to()} replace />;
  return (
    <Page title="Projects">
      {error && <Problem fault={error} onRetry={() => void refetch()} />}
      {!error && !projects && <Loading what="the projects" />}
      {projects?.length === 0 && (
        <NothingYet title="There is no project yet">
          <p>
            <code>npm run admin -- create-project</code> makes one.
          </p>
        </NothingYet>
      )}
      <ul className={styles['projects']}>
        {projects?.map(({ id, name, appName }) => (
          <li key={id}>
            <Link href={projectOf(name).to()} className={styles['project']}>
              <strong>{name}</strong>
              <span>{appName}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
