import { useState, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useProject, type Place } from '../../data/project.ts';
import { Button } from '../actions/button.tsx';
import styles from './id.module.css';
import { shortened } from './words.ts';

type ToGiven = { place: Place; replace?: boolean } & Omit<ComponentProps<'a'>, 'href' | 'ref'>;

/** A link to a page of the project: `<To place={['operations', id]}>`. */
export function To({ place, ...rest }: ToGiven) {
  return <Link href={useProject().to(...place)} {...rest} />;
}

/** A shortened id that can be copied, and leads to the page of what it names. */
export function Id({ id, label = 'id', place }: { id: string; label?: string; place?: Place }) {
  const text = <code title={id}>{shortened(id)}</code>;
  return (
    <span className={styles['id']}>
      {place ? <To place={place}>{text}</To> : text}
      <Copy text={id} label={`Copy ${label}`} />
    </span>
  );
}

export function Trace({ id }: { id: string }) {
  const template = document.querySelector<HTMLMetaElement>('meta[name="trace-url"]')?.content;
  if (template === undefined) return <Id id={id} label="trace id" />;
  return (
    <span className={styles['id']}>
      <a href={template.replaceAll('{traceId}', id)} target="_blank" rel="noreferrer">
        <code title={id}>{shortened(id)}</code>
      </a>
      <Copy text={id} label="Copy trace id" />
    </span>
  );
}

const byHand = 'Select it and copy by hand';

/** Says whether it could copy. A function gives the text at the click. */
export function Copy({
  text,
  label,
  words,
}: {
  text: string | (() => string);
  label: string;
  words?: string;
}) {
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

/** Not every font has a sign for it. */
const TwoSheets = () => (
  <svg className={styles['sheets']} viewBox="0 0 16 16" aria-hidden>
    <rect x="2.5" y="2.5" width="8" height="8" rx="1.5" />
    <path d="M13.5 5.5v6a2 2 0 0 1-2 2h-6" />
  </svg>
);

/** Resolves to whether it copied. Over plain HTTP browsers have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  const { clipboard } = navigator as { clipboard?: Clipboard };
  try {
    if (!clipboard) return copySelected(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Outside an open dialog nothing can be selected.
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else copies over plain http
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** News for screen readers. Each change is read out, so nothing here may tick. */
export function Spoken({ children }: { children: ReactNode }) {
  return (
    <span role="status" className={styles['spoken']}>
      {children}
    </span>
  );
}
