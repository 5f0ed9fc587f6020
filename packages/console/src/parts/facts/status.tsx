import type { ReactNode } from 'react';
import styles from './status.module.css';

/** How something stands, apart from its words: `busy` goes on by itself, `waiting` needs something, `off` is no longer. */
export type Tone = 'good' | 'bad' | 'busy' | 'waiting' | 'partial' | 'off';

/** What a tone looks like without its colour. */
export const signs: Readonly<Record<Tone, string>> = {
  good: '✓',
  bad: '✕',
  busy: '◌',
  waiting: '‖',
  partial: '◐',
  off: '–',
};

/** A word for how something stands, with a sign and a colour. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${styles['status']} ${styles[tone]}`}>
      <span aria-hidden className={styles['sign']}>
        {signs[tone]}
      </span>
      {children}
    </span>
  );
}
