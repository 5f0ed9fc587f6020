import { Redirect } from 'wouter';
import { useProjects } from '../../data/projects.ts';
import { projectOf } from '../../data/project.ts';
import { useWho } from '../../data/session.ts';
import { ProjectsPage } from './projects-page.tsx';

/** The beginning: a key leads to its project, an administrator to the only one, or to all. */
export function FirstPage() {
  const { project } = useWho();
  return project ? <Redirect to={projectOf(project.name).to()} replace /> : <OnlyProject />;
}

function OnlyProject() {
  const [first, second] = useProjects().data ?? [];
  if (!first || second) return <ProjectsPage />;
  return <Redirect to={projectOf(first.name).to()} replace />;
}
