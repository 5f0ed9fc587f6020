import { useState, type ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { signs, type Tone } from '../facts/facts.tsx';
import { Time } from '../time/time.tsx';
import { durationWords } from '../time/words.ts';
import styles from './timeline.module.css';

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
  /** Milliseconds since 1970; shows the time since then. */
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
      <div className={`${styles['content']} tight`}>
        <div className={`${styles['head']} wrap`}>
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

const firstShown = 2;
const lastShown = 8;

type FoldedGiven<Attempt> = {
  attempts: readonly Attempt[];
  children: (attempt: Attempt) => ReactNode;
};

/** Of many attempts, a click shows those in the middle. */
export function Folded<Attempt>({ attempts, children }: FoldedGiven<Attempt>) {
  const [isAll, setAll] = useState(false);
  const hidden = isAll ? [] : attempts.slice(firstShown, -lastShown);
  if (hidden.length < 2) return attempts.map(children);
  return (
    <>
      {attempts.slice(0, firstShown).map(children)}
      <Moment title={`${hidden.length} more attempts`} tone="off">
        <p>
          <Button onClick={() => setAll(true)}>Show them</Button>
        </p>
      </Moment>
      {attempts.slice(-lastShown).map(children)}
    </>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <div className={`${styles['facts']} wrap quiet`}>{children}</div>;
}

export function Said({ children }: { children: ReactNode }) {
  return (
    <p className={styles['said']}>
      <bdi>{children}</bdi>
    </p>
  );
}

/** Clocks differ, so a negative time is none. */
const offsetWords = (ms: number): string => (ms <= 0 ? '' : `+${durationWords(ms)}`);
