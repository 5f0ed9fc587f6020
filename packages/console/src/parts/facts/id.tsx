import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../actions/button.tsx';
import { Spoken } from './spoken.tsx';
import { copyText } from './copy-text.ts';
import styles from './id.module.css';
import { shortened } from './shortened.ts';

/** An id, shortened in the middle; a click on its sign copies all of it. It leads to what it names where that has a page. */
export function Id({ id, label = 'id', href }: { id: string; label?: string; href?: string | undefined }) {
  const text = <code title={id}>{shortened(id)}</code>;
  return (
    <span className={styles['id']}>
      {href === undefined ? text : <Link href={href}>{text}</Link>}
      <Copy text={id} label={`Copy ${label}`} />
    </span>
  );
}

/** What is said where nothing can be copied. */
const byHand = 'Select it and copy by hand';

type CopyGiven = {
  /** What is copied; a function where it is known at the click alone. */
  text: string | (() => string);
  label: string;
  words?: string;
};

/** Copies a text, and says that it did, or that it could not. */
export function Copy({ text, label, words }: CopyGiven) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    const isCopied = await copyText(typeof text === 'string' ? text : text());
    setSaid(isCopied ? 'Copied' : byHand);
    setTimeout(() => setSaid(''), isCopied ? 1_500 : 5_000);
  };
  return (
    <span className={styles['copy']}>
      <Button look={words === undefined ? 'quiet' : 'usual'} aria-label={label} onClick={() => void copy()}>
        {said === 'Copied' ? <span aria-hidden>✓</span> : <TwoSheets />}
        {words}
      </Button>
      <Spoken>{said}</Spoken>
      {said === byHand && (
        <span aria-hidden className={styles['fault']}>
          {said}
        </span>
      )}
    </span>
  );
}

/** Drawn, since not every font has a sign for it. */
const TwoSheets = () => (
  <svg className={styles['sheets']} viewBox="0 0 16 16" aria-hidden>
    <rect x="2.5" y="2.5" width="8" height="8" rx="1.5" />
    <path d="M13.5 5.5v6a2 2 0 0 1-2 2h-6" />
  </svg>
);
