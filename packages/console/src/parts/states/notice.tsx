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
    <section aria-label={title} className={`${styles['notice']} ${styles[tone]}`}>
      <span aria-hidden className={styles['sign']}>
        {tone === 'bad' ? '✕' : '‖'}
      </span>
      <div className={styles['words']}>
        {/* What stands below counts down: who listens is not told each second of it. */}
        <p role="status" className={styles['head']}>
          {title}
        </p>
        {children}
      </div>
    </section>
  );
}
