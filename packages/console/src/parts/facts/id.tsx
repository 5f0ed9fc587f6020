import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import styles from './id.module.css';
import { shortened } from './shortened.ts';

/** An id, shortened in the middle; a click on its sign copies all of it. */
export function Id({ id, label = 'id' }: { id: string; label?: string }) {
  return (
    <span className={styles['id']}>
      <code title={id}>{shortened(id)}</code>
      <Copy text={id} label={`Copy ${label}`} />
    </span>
  );
}

/** Copies a text, and says that it did. */
export function Copy({ text, label, words }: { text: string; label: string; words?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return (
    <span className={styles['copy']}>
      <Button look={words === undefined ? 'quiet' : 'usual'} aria-label={label} onClick={() => void copy()}>
        <span aria-hidden>{isCopied ? '✓' : '⧉'}</span>
        {words}
      </Button>
      <span role="status" className={styles['said']}>
        {isCopied ? 'Copied' : ''}
      </span>
    </span>
  );
}
