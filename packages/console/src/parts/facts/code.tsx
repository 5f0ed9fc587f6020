import { Copy } from './id.tsx';
import styles from './code.module.css';

/** A text as it is, or data as JSON, to read and to copy. */
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
