import { Fragment, type ReactNode } from 'react';
import { useNames, type NamedKind } from '../../data/names.ts';
import { useProject } from '../../data/project.ts';
import styles from './facts.module.css';
import { Copy } from './id.tsx';
import { shortened } from './words.ts';

/** Undefined facts are left out. */
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

type TableGiven = {
  caption?: string;
  heads: readonly string[];
  /** The first cell is the head of its row. */
  rows: readonly (readonly ReactNode[])[];
  className?: string | undefined;
};

export function Table({ caption, heads, rows, className }: TableGiven) {
  return (
    <table className={className}>
      {caption !== undefined && <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([head, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{head}</th>
            {cells.map((cell, at) => (
              <td key={at}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `busy` goes on by itself, `waiting` needs something, `off` has ended. */
export type Tone = 'good' | 'bad' | 'busy' | 'waiting' | 'partial' | 'off';

/** A tone without its colour. */
export const signs: Readonly<Record<Tone, string>> = {
  good: '✓',
  bad: '✕',
  busy: '◌',
  waiting: '‖',
  partial: '◐',
  off: '–',
};

export type Standing = { tone: Tone; words: string };

export function Status({ tone, words }: Standing) {
  return (
    <span className={styles['status']} data-tone={tone}>
      <span aria-hidden className={styles['sign']}>
        {signs[tone]}
      </span>
      {words}
    </span>
  );
}

/** Its id until its name is read. */
export function NameOf({ kind, id }: { kind: NamedKind; id: string }) {
  const known = useNames(useProject(), kind).data?.get(id);
  return <bdi>{known ?? shortened(id)}</bdi>;
}

/** The service puts code between backticks. */
export const marked = (text: string) =>
  text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));

/** `bdi` keeps other people's names from changing the direction of reading. */
export function TheirNames({ names, areMore }: { names: readonly string[]; areMore?: boolean | undefined }) {
  return (
    <>
      {names.map((name, at) => (
        <Fragment key={name}>
          {at > 0 && ', '}
          <bdi>{name}</bdi>
        </Fragment>
      ))}
      {areMore && ' and more'}
    </>
  );
}
