import { Link, useLocation } from 'wouter';
import { useForbidden, useVisibleProject } from '../data/session.ts';
import { Tip } from '../parts/actions/tip.tsx';
import styles from './navigation.module.css';
import { scopesOfPage } from './page-scopes.ts';

type Entry = {
  words: string;
  /** The part of the address after the project; none of home. */
  path?: string;
  /** It comes later. */
  isLater?: boolean;
};

const groups: readonly { label: string; entries: readonly Entry[] }[] = [
  {
    label: 'Writes',
    entries: [
      { words: 'Home' },
      { words: 'Operations', path: 'operations' },
      { words: 'Lanes', path: 'lanes' },
      { words: 'Tasks', path: 'tasks' },
    ],
  },
  {
    label: 'Notifications',
    entries: [
      { words: 'Deliveries', path: 'deliveries' },
      { words: 'Destinations', path: 'destinations' },
      { words: 'Events', path: 'events' },
    ],
  },
  {
    label: 'Later',
    entries: [
      { words: 'Customers', path: 'customers', isLater: true },
      { words: 'Builders', path: 'builders', isLater: true },
      { words: 'Operators', path: 'operators', isLater: true },
    ],
  },
];

/** The pages of a project; nothing where none is chosen, or the one that is cannot be seen. */
export function Navigation({ onChoose }: { onChoose: () => void }) {
  const project = useVisibleProject();
  if (!project) return null;
  return (
    <nav aria-label="Pages" className={styles['navigation']}>
      {groups.map(({ label, entries }) => (
        <section key={label}>
          <h2 className={styles['label']}>{label}</h2>
          <ul>
            {entries.map(({ words, path, isLater }) => (
              <li key={words}>
                {isLater ? (
                  <span className={`${styles['entry']} ${styles['off']}`} aria-disabled>
                    {words}
                  </span>
                ) : (
                  <ToPage
                    href={path === undefined ? project.to() : project.to(path)}
                    isHome={path === undefined}
                    onChoose={onChoose}
                  >
                    {words}
                  </ToPage>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

type Given = { href: string; isHome: boolean; onChoose: () => void; children: string };

function ToPage({ href, isHome, onChoose, children }: Given) {
  const [location] = useLocation();
  const isHere = location.replace(/\/$/, '') === href || (!isHome && location.startsWith(`${href}/`));
  const why = useForbidden(...scopesOfPage(href));
  if (why !== undefined)
    return (
      <Tip text={why} side="right">
        <a className={`${styles['entry']} ${styles['off']}`} role="link" aria-disabled tabIndex={0}>
          {children}
        </a>
      </Tip>
    );
  return (
    <Link
      href={href}
      className={styles['entry']}
      aria-current={isHere ? 'page' : undefined}
      onClick={onChoose}
    >
      {children}
    </Link>
  );
}
