import { Link, useLocation } from 'wouter';
import { useForbidden, useVisibleProject, type Scope } from '../data/session.ts';
import { Tip } from '../parts/actions/tip.tsx';
import styles from './navigation.module.css';
import type { Shown } from './routes.tsx';

/** Names of the pages, and their paths below the project. */
const groups: readonly { label: string; entries: Readonly<Record<string, string>> }[] = [
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
];

type Given = { routes: readonly Shown[]; onChoose: () => void };

export function Navigation({ routes, onChoose }: Given) {
  const project = useVisibleProject();
  if (!project) return null;
  const scopesOf = (path: string) =>
    routes.find((route) => route.path === `/projects/:project${path}`)?.scopes;
  return (
    <nav aria-label="Pages" className={styles['navigation']}>
      {groups.map(({ label, entries }) => (
        <section key={label}>
          <h2 className={`${styles['label']} small`}>{label}</h2>
          <ul>
            {Object.entries(entries).map(([words, path]) => (
              <li key={words}>
                <ToPage href={project.to() + path} scopes={scopesOf(path) ?? []} {...{ words, onChoose }} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

type LinkGiven = { href: string; scopes: readonly Scope[]; words: string; onChoose: () => void };

function ToPage({ href, scopes, words, onChoose }: LinkGiven) {
  const [location] = useLocation();
  const isHome = words === 'Home';
  const isHere = location.replace(/\/$/, '') === href || (!isHome && location.startsWith(`${href}/`));
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
