import type { ReactNode } from 'react';
import styles from './status.module.css';

/** `busy` goes on by itself, `waiting` needs something, `off` has ended. */
export type Tone = 'good' | 'bad' | 'busy' | 'waiting' | 'partial' | 'off';

/** A tone without its colour. */
export const signs: Readonly<Record<Tone, string>> = {
  good: '✓',
  bad: '✕',
  busy: '◌',
  waiting: '‖',
  partial: '◐',
  off: '–',
};

/** A state in a word, with a sign and a colour. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles['status']} data-tone={tone}>
      <span aria-hidden className={styles['sign']}>
        {signs[tone]}
      </span>
      {children}
    </span>
  );
}

/** A state, as tables hold it. */
export type Standing = { tone: Tone; words: string };
