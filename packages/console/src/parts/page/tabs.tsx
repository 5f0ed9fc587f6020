import { Link } from 'wouter';
import styles from './tabs.module.css';

/** Views of one thing, each with an address of its own; the last part of it is the tab's name. */
export function Tabs({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly { name: string; words: string; href: string; count?: number | undefined }[];
  current: string;
}) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map(({ name, words, href, count }) => (
        <Link
          key={name}
          href={href}
          replace
          className={styles['tab']}
          aria-current={name === current ? 'page' : undefined}
        >
          {words}
          {count !== undefined && <span className={styles['count']}>{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
