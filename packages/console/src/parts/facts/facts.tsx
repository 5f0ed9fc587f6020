import type { ReactNode } from 'react';
import styles from './facts.module.css';
import { Copy } from './id.tsx';

/** Named facts; undefined ones are left out. */
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

/** A text, or data as JSON, to read and to copy. */
export function Code({ label, value }: { label: string; value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <div className={styles['code']}>
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <div className={styles['copy']}>
        <Copy text={text} label={`Copy ${label}`} />
      </div>
    </div>
  );
}

export function Progress({ label, done, of }: { label: string; done: number; of: number }) {
  const most = Math.max(of, 1);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.min(done, most)}
      aria-valuemax={most}
      className="bar"
    >
      <span style={{ width: `${Math.min(done / most, 1) * 100}%` }} />
    </div>
  );
}
