import { Link, Redirect, useLocation } from 'wouter';
import { useCreateProject, useProjects } from '../../data/operators/projects.ts';
import { projectOf } from '../../data/project.ts';
import { useWho } from '../../data/session.ts';
import { DialogButton } from '../../parts/actions/dialog.tsx';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Loading, NothingYet, Read } from '../../parts/states/states.tsx';
import styles from './projects-page.module.css';

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

export function ProjectsPage() {
  return (
    <Page
      title="Projects"
      actions={
        <DialogButton needs="administrator" dialog={<NewProject />}>
          New project …
        </DialogButton>
      }
    >
      <Read of={useProjects()} what="the projects">
        {(projects) =>
          projects.length === 0 ? (
            <NothingYet title="There is no project yet">
              <p>A project holds the keys, integrations and customers of one application.</p>
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

const fields = [
  { at: '/name', label: 'Name', hint: 'In addresses: letters, digits, dots, dashes and underscores.' },
  { at: '/appName', label: 'Name for customers', hint: 'Shown when customers connect their CRM.' },
];

function NewProject() {
  const [, navigate] = useLocation();
  return (
    <FormDialog
      title="New project"
      fields={fields}
      words="Create"
      change={useCreateProject()}
      onDone={({ name }) => navigate(projectOf(name).to())}
    />
  );
}
