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

/** A state in a word. */
export type Standing = { tone: Tone; words: string };

/** A state with its sign and colour. */
export function Status({ tone, words }: Standing) {
  return (
    <span className={styles['status']} data-tone={tone}>
      <span aria-hidden className={styles['sign']}>
        {signs[tone]}
      </span>
      {words}
    </span>
  );
}
