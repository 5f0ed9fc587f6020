import * as Popover from '@radix-ui/react-popover';
import { useState, type ReactNode } from 'react';
import { shortened } from '../facts/shortened.ts';
import { Loading } from '../states/empty.tsx';
import { Problem } from '../states/problem.tsx';
import styles from './chip.module.css';

/** A filter of a list: closed it tells what it holds, open it lets one choose. */
export function Chip({
  label,
  value,
  onClear,
  onOpen,
  onLeave = () => true,
  children,
}: {
  label: string;
  /** What it holds, in words; undefined: nothing. */
  value: string | undefined;
  onClear: () => void;
  onOpen?: () => void;
  /** Takes what was entered, when somebody goes on beside it, and tells whether it may close. Esc throws that away. */
  onLeave?: () => boolean;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const change = (next: boolean): void => {
    if (next) onOpen?.();
    setOpen(next || !onLeave());
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <span className={value === undefined ? styles['chip'] : `${styles['chip']} ${styles['set']}`}>
        <Popover.Trigger className={styles['part']}>
          {value === undefined ? label : `${label}: ${value}`}
          {value === undefined && <span aria-hidden>▾</span>}
        </Popover.Trigger>
        {value !== undefined && (
          <button type="button" className={styles['part']} aria-label={`Clear ${label}`} onClick={onClear}>
            <span aria-hidden>×</span>
          </button>
        )}
      </span>
      <Popover.Content
        className={styles['popover']}
        aria-label={label}
        align="start"
        sideOffset={6}
        collisionPadding={8}
        data-own-keys
        onEscapeKeyDown={(event) => {
          event.preventDefault();
          close();
        }}
      >
        {children(close)}
      </Popover.Content>
    </Popover.Root>
  );
}

/** A word and what it is called. */
export type Choice<Word extends string> = { value: Word; words: string };

/** How a reading of choices stands that is not done: with why it failed, where it has. */
export type Reading = { fault: Error | null; onRetry: () => void };

/** A filter that holds any of several words. */
export function ChipOfMany<Word extends string>({
  label,
  choices,
  value = [],
  onChange,
}: {
  label: string;
  choices: readonly Choice<Word>[];
  value?: readonly Word[] | undefined;
  onChange: (value: readonly Word[] | undefined) => void;
}) {
  const chosen = choices.filter((choice) => value.includes(choice.value));
  const toggle = (word: Word): void => {
    const next = choices
      .map((choice) => choice.value)
      .filter((each) => value.includes(each) !== (each === word));
    onChange(next.length === 0 ? undefined : next);
  };
  const words = chosen.length === 0 ? undefined : chosen.map((choice) => choice.words).join(', ');
  return (
    <Chip label={label} value={words} onClear={() => onChange(undefined)}>
      {() => (
        <fieldset>
          <legend className={styles['legend']}>{label}</legend>
          {choices.map((choice) => (
            <label key={choice.value} className={styles['choice']}>
              <input
                type="checkbox"
                checked={value.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              />
              {choice.words}
            </label>
          ))}
        </fieldset>
      )}
    </Chip>
  );
}

/** A filter that holds one of several words, which may have to be read. */
export function ChipOfOne<Word extends string>({
  label,
  choices = [],
  reading,
  onOpen,
  value,
  onChange,
}: {
  label: string;
  choices?: readonly Choice<Word>[] | undefined;
  /** How the reading of the choices stands, where they are not there yet. */
  reading?: Reading | undefined;
  onOpen?: () => void;
  value?: Word | undefined;
  onChange: (value: Word | undefined) => void;
}) {
  const words = choices.find((choice) => choice.value === value)?.words ?? (value && shortened(value));
  return (
    <Chip label={label} value={words} onClear={() => onChange(undefined)} {...(onOpen && { onOpen })}>
      {(close) => (
        <ul>
          {choices.length === 0 && (
            <li className={styles['legend']}>
              <NoChoice reading={reading} />
            </li>
          )}
          {choices.map((choice) => (
            <li key={choice.value}>
              <button
                type="button"
                className={styles['choice']}
                aria-pressed={choice.value === value}
                onClick={() => {
                  onChange(choice.value);
                  close();
                }}
              >
                {choice.words}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Chip>
  );
}

function NoChoice({ reading }: { reading: Reading | undefined }) {
  if (!reading) return 'There is nothing to choose yet.';
  if (reading.fault) return <Problem fault={reading.fault} onRetry={reading.onRetry} />;
  return <Loading what="what there is to choose" />;
}

/** A filter that is on or off. */
export function ChipOfFlag({
  label,
  value,
  onChange,
}: {
  label: string;
  value: true | undefined;
  onChange: (value: true | undefined) => void;
}) {
  return (
    <span className={value ? `${styles['chip']} ${styles['set']}` : styles['chip']}>
      <button
        type="button"
        className={styles['part']}
        aria-pressed={value === true}
        onClick={() => onChange(value ? undefined : true)}
      >
        {label}
      </button>
    </span>
  );
}
