import styles from './progress.module.css';

/** How far something has come. */
export function Progress({ label, done, of }: { label: string; done: number; of: number }) {
  return <progress aria-label={label} className={styles['progress']} value={done} max={Math.max(of, 1)} />;
}
