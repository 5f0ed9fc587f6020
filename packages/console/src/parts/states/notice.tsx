import type { ReactNode } from 'react';
import styles from './states.module.css';

/** What concerns all of a page, above it: `bad` is a failure that goes on, `warn` what somebody has chosen or should know. */
export function Notice({
  tone,
  title,
  children,
}: {
  tone: 'bad' | 'warn';
  title: string;
  children: ReactNode;
}) {
  return (
    <div role="status" className={`${styles['notice']} ${styles[tone]}`}>
      <span aria-hidden className={styles['sign']}>
        {tone === 'bad' ? '✕' : '‖'}
      </span>
      <div className={styles['words']}>
        <p className={styles['head']}>{title}</p>
        {children}
      </div>
    </div>
  );
}
