import type { ReactNode } from 'react';
import styles from '../states/states.module.css';

/** News for who listens to the page; who sees it is told beside it. Nothing that ticks: each change is read out. */
export function Spoken({ children }: { children: ReactNode }) {
  return (
    <span role="status" className={styles['spoken']}>
      {children}
    </span>
  );
}
