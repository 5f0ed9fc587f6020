import type { ReactNode } from 'react';
import { signs, type Tone } from '../facts/status.tsx';
import { Theirs } from '../facts/theirs.tsx';
import { Time } from '../time/time.tsx';
import { durationWords } from '../time/words.ts';
import styles from './timeline.module.css';

/** What happened, one below the other, oldest first. */
export function Timeline({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol aria-label={label} className={styles['timeline']}>
      {children}
    </ol>
  );
}

type Given = {
  title: ReactNode;
  tone: Tone;
  /** When it happened; absent where nobody knows, and of what goes on now. */
  at?: string | undefined;
  /** What the time is counted from, in milliseconds since 1970. */
  sinceMs?: number;
  children?: ReactNode;
};

/** Something that happened: what, when, and how long that was after the begin. */
export function Moment({ title, tone, at, sinceMs, children }: Given) {
  return (
    <li className={styles['moment']}>
      <span className={styles['offset']}>
        {at !== undefined && sinceMs !== undefined && offsetWords(Date.parse(at) - sinceMs)}
      </span>
      <span aria-hidden className={`${styles['dot']} ${styles[tone]}`}>
        {signs[tone]}
      </span>
      <div className={styles['content']}>
        <div className={styles['head']}>
          <h3>{title}</h3>
          {at !== undefined && (
            <span className={styles['time']}>
              <Time at={at} />
            </span>
          )}
        </div>
        {children}
      </div>
    </li>
  );
}

/** Facts on a line, as many as are known. */
export function Facts({ children }: { children: ReactNode }) {
  return <div className={styles['facts']}>{children}</div>;
}

/** What somebody else said, word by word. */
export function Said({ children }: { children: ReactNode }) {
  return (
    <p className={styles['said']}>
      <Theirs>{children}</Theirs>
    </p>
  );
}

/** Nothing at the begin. Clocks of several processes tell the time, so what seems to be before it is not. */
const offsetWords = (ms: number): string => (ms <= 0 ? '' : `+${durationWords(ms)}`);
