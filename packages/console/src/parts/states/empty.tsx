import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import styles from './states.module.css';

/** There is nothing, and never was: what it would be, and how the first one comes. */
export function NothingYet({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** The filter matches nothing; with the way out of it. */
export function NoMatch({ what, onClear }: { what: string; onClear: () => void }) {
  return (
    <div className={styles['empty']}>
      <h2>No {what} match</h2>
      <p>Nothing that is kept fits these filters.</p>
      <Button onClick={onClear}>Clear the filters</Button>
    </div>
  );
}

/** What is shown is not there yet. */
export function Loading({ what }: { what: string }) {
  return (
    <p role="status" className={styles['loading']}>
      Reading {what} …
    </p>
  );
}
