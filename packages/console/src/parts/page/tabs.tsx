import { Link } from 'wouter';
import styles from './tabs.module.css';

type Given = {
  label: string;
  tabs: readonly { name: string; words: string; href: string }[];
  current: string;
};

/** Views of one thing, each with its own address. */
export function Tabs({ label, tabs, current }: Given) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {tabs.map(({ name, words, href }) => (
        <Link
          key={name}
          href={href}
          replace
          className={`${styles['tab']} quiet`}
          aria-current={name === current ? 'page' : undefined}
        >
          {words}
        </Link>
      ))}
    </nav>
  );
}
