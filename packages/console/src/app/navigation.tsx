import { Link, useLocation } from 'wouter';
import { allProjects, projectOf, type Project } from '../data/project.ts';
import { useForbidden, useVisibleProject, type Need } from '../data/session.ts';
import { Tip } from '../parts/actions/tip.tsx';
import styles from './navigation.module.css';
import type { Shown } from './routes.tsx';

type Group = {
  label: string;
  entries: Readonly<Record<string, string>>;
  /** Shown to sessions that meet one of them. */
  needs?: readonly Need[];
};

const ofProject: readonly Group[] = [
  {
    label: 'Writes',
    entries: {
      Home: '',
      Operations: '/operations',
      Customers: '/customers',
      Lanes: '/lanes',
      Tasks: '/tasks',
    },
  },
  {
    label: 'Notifications',
    entries: { Deliveries: '/deliveries', Destinations: '/destinations', Events: '/events' },
  },
  {
    label: 'Builders',
    needs: ['installations:manage', 'notifications:manage'],
    entries: {
      Integrations: '/integrations',
      Routing: '/routing',
      'Provider apps': '/provider-apps',
      Keys: '/keys',
      Settings: '/settings',
      Audit: '/audit',
    },
  },
];

const ofOperators: Group = {
  label: 'Operators',
  needs: ['administrator'],
  entries: {
    System: '/system',
    Projects: '/projects',
    'All lanes': '/lanes',
    'Dead letters': '/dead-letters',
    'Full audit': '/audit',
  },
};

/** Pages with other pages below them that have entries of their own. */
const alone: readonly string[] = ['Home', 'Projects'];

type Given = { routes: readonly Shown[]; onChoose: () => void };

export function Navigation(given: Given) {
  const project = useVisibleProject();
  const isOperator = useForbidden('administrator') === undefined;
  if (!project && !isOperator) return null;
  return (
    <nav aria-label="Pages" className={styles['navigation']}>
      {project && ofProject.map((group) => <Entries key={group.label} {...given} {...{ group, project }} />)}
      <Entries {...given} group={ofOperators} project={projectOf(allProjects)} />
    </nav>
  );
}

function Entries({ group, project, routes, onChoose }: Given & { group: Group; project: Project }) {
  const isHidden = useForbidden(...(group.needs ?? [])) !== undefined;
  const below = project.name === allProjects ? '' : '/projects/:project';
  const base = project.name === allProjects ? '' : project.to();
  const scopesOf = (path: string) => routes.find((route) => route.path === below + path)?.scopes;
  if (isHidden) return null;
  return (
    <section>
      <h2 className={`${styles['label']} small`}>{group.label}</h2>
      <ul>
        {Object.entries(group.entries).map(([words, path]) => (
          <li key={words}>
            <ToPage href={base + path} scopes={scopesOf(path) ?? []} {...{ words, onChoose }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type LinkGiven = { href: string; scopes: readonly Need[]; words: string; onChoose: () => void };

function ToPage({ href, scopes, words, onChoose }: LinkGiven) {
  const [location] = useLocation();
  const isHere =
    location.replace(/\/$/, '') === href || (!alone.includes(words) && location.startsWith(`${href}/`));
  const why = useForbidden(...scopes);
  if (why !== undefined)
    return (
      <Tip text={why} side="right">
        <a className="option" role="link" aria-disabled tabIndex={0}>
          {words}
        </a>
      </Tip>
    );
  return (
    <Link href={href} className="option" aria-current={isHere ? 'page' : undefined} onClick={onChoose}>
      {words}
    </Link>
  );
}
