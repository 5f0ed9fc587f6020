import { useQuery } from '@tanstack/react-query';
import { Link, Redirect } from 'wouter';
import { writOf } from '../../data/client.ts';
import { projectOf } from '../../data/project.ts';
import { useWho } from '../../data/session.ts';
import { Page } from '../../parts/page/page.tsx';
import { Loading, NothingYet, Read } from '../../parts/states/states.tsx';
import styles from './projects-page.module.css';

/** The projects that the session may see, read when the page opens. */
const useProjects = () =>
  useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => writOf().projects.list({ signal }),
    staleTime: 0,
  });

/** Leads a key to its project, and an administrator to the only project, or to all. */
export function FirstPage() {
  const { project } = useWho();
  return project ? <Redirect to={projectOf(project.name).to()} replace /> : <OnlyProject />;
}

function OnlyProject() {
  const { data: [first, second] = [], isFetching } = useProjects();
  if (!first || second) return <ProjectsPage />;
  // The cached list may be old.
  if (isFetching) return <Loading what="the projects" />;
  return <Redirect to={projectOf(first.name).to()} replace />;
}

/** Where an administrator chooses a project. */
export function ProjectsPage() {
  return (
    <Page title="Projects">
      <Read of={useProjects()} what="the projects">
        {(projects) =>
          projects.length === 0 ? (
            <NothingYet title="There is no project yet">
              <p>
                <code>npm run admin -- create-project</code> makes one.
              </p>
            </NothingYet>
          ) : (
            <ul className={`${styles['projects']} stack`}>
              {projects.map(({ id, name, appName }) => (
                <li key={id}>
                  <Link href={projectOf(name).to()} className="card wrap">
                    <strong>{name}</strong>
                    <span className="apart quiet">{appName}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </Page>
  );
}
