import type { ReactNode } from 'react';
import styles from './place.module.css';

/** Holds a button that comes and goes, among the actions of a page: nothing else moves, so that who aims at it hits it. */
export function Place({ children }: { children: ReactNode }) {
  return <span className={styles['place']}>{children}</span>;
}
