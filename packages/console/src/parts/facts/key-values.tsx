import type { ReactNode } from 'react';
import styles from './key-values.module.css';

/** Facts, each with its name; those that are undefined are left out. */
export function KeyValues({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return (
    <dl className={styles['facts']}>
      {known.map(([name, value]) => (
        <div key={name} className={styles['fact']}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
