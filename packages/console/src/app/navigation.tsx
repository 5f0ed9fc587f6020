import { Link, useLocation } from 'wouter';
import { useAnyProject } from '../data/project.ts';
import styles from './navigation.module.css';

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

/** The pages of a project; nothing where none is chosen. */
export function Navigation({ onChoose }: { onChoose: () => void }) {
  const project = useAnyProject();
  const [location] = useLocation();
  if (!project) return null;
  return (
    <nav aria-label="Pages" className={styles['navigation']}>
      {groups.map(({ label, entries }) => (
        <section key={label}>
          <h2 className={styles['label']}>{label}</h2>
          <ul>
            {entries.map(({ words, path, isLater }) => {
              const href = path === undefined ? project.to() : project.to(path);
              const isHere =
                location.replace(/\/$/, '') === href ||
                (path !== undefined && location.startsWith(`${href}/`));
              return (
                <li key={words}>
                  {isLater ? (
                    <span className={`${styles['entry']} ${styles['later']}`} aria-disabled>
                      {words}
                    </span>
                  ) : (
                    <Link
                      href={href}
                      className={styles['entry']}
                      aria-current={isHere ? 'page' : undefined}
                      onClick={onChoose}
                    >
                      {words}
                    </Link>
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
