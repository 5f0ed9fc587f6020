import { Redirect } from 'wouter';
import { useProjects } from '../../data/projects.ts';
import { projectOf } from '../../data/project.ts';
import { useWho } from '../../data/session.ts';
import { Loading } from '../../parts/states/empty.tsx';
import { ProjectsPage } from './projects-page.tsx';

/** The beginning: a key leads to its project, an administrator to the only one, or to all. */
export function FirstPage() {
  const { project } = useWho();
  return project ? <Redirect to={projectOf(project.name).to()} replace /> : <OnlyProject />;
}

function OnlyProject() {
  const { data: [first, second] = [], isFetching } = useProjects();
  if (!first || second) return <ProjectsPage />;
  // There may be others by now.
  if (isFetching) return <Loading what="the projects" />;
  return <Redirect to={projectOf(first.name).to()} replace />;
}
