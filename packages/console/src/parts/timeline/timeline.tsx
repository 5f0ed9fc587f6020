import type { ReactNode } from 'react';
import { signs, type Tone } from '../facts/status.tsx';
import { Time } from '../time/time.tsx';
import { durationWords } from '../time/words.ts';
import styles from './timeline.module.css';

/** Moments, oldest first. */
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
  /** Absent if unknown, or if it goes on. */
  at?: string | undefined;
  /** Shows the time since then; in milliseconds since 1970. */
  sinceMs?: number;
  children?: ReactNode;
};

export function Moment({ title, tone, at, sinceMs, children }: Given) {
  return (
    <li className={styles['moment']}>
      <span className={`${styles['offset']} small`}>
        {at !== undefined && sinceMs !== undefined && offsetWords(Date.parse(at) - sinceMs)}
      </span>
      <span aria-hidden className={styles['dot']} data-tone={tone}>
        {signs[tone]}
      </span>
      <div className={styles['content']}>
        <div className={styles['head']}>
          <h3>{title}</h3>
          {at !== undefined && (
            <span className="small">
              <Time at={at} />
            </span>
          )}
        </div>
        {children}
      </div>
    </li>
  );
}

/** Facts in a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <div className={`${styles['facts']} quiet`}>{children}</div>;
}

/** A quoted message of another system. */
export function Said({ children }: { children: ReactNode }) {
  return (
    <p className={styles['said']}>
      <bdi>{children}</bdi>
    </p>
  );
}

/** Clocks differ, so a negative time is none. */
const offsetWords = (ms: number): string => (ms <= 0 ? '' : `+${durationWords(ms)}`);
