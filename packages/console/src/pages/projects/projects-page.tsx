import { Link } from 'wouter';
import { projectOf } from '../../data/project.ts';
import { useProjects } from '../../data/projects.ts';
import { Page } from '../../parts/page/page.tsx';
import { Loading, NothingYet } from '../../parts/states/empty.tsx';
import { Problem } from '../../parts/states/problem.tsx';
import styles from './projects-page.module.css';

/** Where an administrator chooses a project. */
export function ProjectsPage() {
  const { data: projects, error, refetch } = useProjects();
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
