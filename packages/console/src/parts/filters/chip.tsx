import * as Popover from '@radix-ui/react-popover';
import { useId, useRef, useState, type ReactNode } from 'react';
import { shortened } from '../facts/words.ts';
import styles from './chip.module.css';
import { textParam, type Param } from './params.ts';

type ChipGiven = {
  label: string;
  words: string | undefined;
  onClear: () => void;
  onOpen?: (() => void) | undefined;
  /** Takes the entered value when the focus leaves, and returns whether the chip may close. Esc drops it. */
  onLeave?: () => boolean;
  children: (close: () => void) => ReactNode;
};

function Chip({ label, words, onClear, onOpen, onLeave = () => true, children }: ChipGiven) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const change = (next: boolean): void => {
    if (next) onOpen?.();
    setOpen(next || !onLeave());
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={change}>
      <span className={words === undefined ? styles['chip'] : `${styles['chip']} ${styles['set']}`}>
        <Popover.Trigger className={`${styles['part']} cut`}>
          {words === undefined ? label : `${label}: ${words}`}
          {words === undefined && <span aria-hidden>▾</span>}
        </Popover.Trigger>
        {words !== undefined && (
          <button
            type="button"
            className={`${styles['part']} cut`}
            aria-label={`Clear ${label}`}
            onClick={onClear}
          >
            <span aria-hidden>×</span>
          </button>
        )}
      </span>
      <Popover.Content
        className={`${styles['popover']} floating`}
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

export type Choice<Word extends string> = { value: Word; words: string };

type Given<Value> = {
  label: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

type ChoicesGiven<Word extends string> = {
  choices: readonly Choice<Word>[];
  chosen: readonly Word[];
  onChoose: (word: Word) => void;
};

function Choices<Word extends string>({ choices, chosen, onChoose }: ChoicesGiven<Word>) {
  return (
    <ul>
      {choices.map(({ value, words }) => (
        <li key={value}>
          <button
            type="button"
            className="option"
            aria-pressed={chosen.includes(value)}
            onClick={() => onChoose(value)}
          >
            {words}
          </button>
        </li>
      ))}
    </ul>
  );
}

type OfChoices<Word extends string> = {
  label: string;
  choices: readonly Choice<Word>[];
  chosen: readonly Word[];
  onChange: (chosen: Word[]) => void;
  /** Any of the choices, instead of one. */
  isMany?: boolean;
  /** Instead of choices, if there are none. */
  none?: ReactNode;
  onOpen?: (() => void) | undefined;
};

export function ChipOfChoices<Word extends string>(given: OfChoices<Word>) {
  const { label, choices, chosen, onChange, isMany, onOpen } = given;
  const wordsOf = (word: Word) => choices.find(({ value }) => value === word)?.words ?? shortened(word);
  const words = chosen.length === 0 ? undefined : chosen.map(wordsOf).join(', ');
  return (
    <Chip {...{ label, words, onOpen }} onClear={() => onChange([])}>
      {(close) => (
        <>
          {choices.length === 0 && (
            <div className={`${styles['legend']} small`}>
              {given.none ?? 'There is nothing to choose yet.'}
            </div>
          )}
          <Choices
            {...{ choices, chosen }}
            onChoose={(word) => {
              const others = isMany ? chosen.filter((each) => each !== word) : [];
              onChange(chosen.includes(word) ? others : [...others, word]);
              if (!isMany) close();
            }}
          />
        </>
      )}
    </Chip>
  );
}

export function ChipOfFlag({ label, value, onChange }: Given<true>) {
  return (
    <span className={value ? `${styles['chip']} ${styles['set']}` : styles['chip']}>
      <button
        type="button"
        className={`${styles['part']} cut`}
        aria-pressed={value === true}
        onClick={() => onChange(value ? undefined : true)}
      >
        {label}
      </button>
    </span>
  );
}

type TextGiven = Given<string> & {
  placeholder?: string | undefined;
  param?: Pick<Param<unknown>, 'read' | 'accepted'>;
  words?: string | undefined;
  choices?: readonly Choice<string>[];
};

/** Refuses texts that `param` can't read, and says why. */
export function ChipOfText(given: TextGiven) {
  const { label, value, onChange, placeholder, param = textParam, words = value, choices = [] } = given;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string>();
  const take = (): boolean => {
    const text = input.current?.value.trim() ?? '';
    const isTaken = text === '' || param.read([text]) !== undefined;
    setFault(isTaken ? undefined : (param.accepted ?? 'This cannot be read.'));
    if (isTaken && text !== (value ?? '')) onChange(text === '' ? undefined : text);
    return isTaken;
  };
  return (
    <Chip
      {...{ label, words }}
      onClear={() => onChange(undefined)}
      onOpen={() => setFault(undefined)}
      onLeave={take}
    >
      {(close) => (
        <>
          <Choices
            choices={choices}
            chosen={value === undefined ? [] : [value]}
            onChoose={(text) => {
              onChange(text);
              close();
            }}
          />
          <form
            className="tight"
            onSubmit={(event) => {
              event.preventDefault();
              if (take()) close();
            }}
          >
            <label className={`${styles['legend']} small`} htmlFor={id}>
              {label}
            </label>
            <input
              id={id}
              ref={input}
              defaultValue={value}
              placeholder={placeholder}
              autoComplete="off"
              aria-invalid={fault !== undefined}
              aria-describedby={fault === undefined ? undefined : `${id}-fault`}
            />
            {fault !== undefined && (
              <p id={`${id}-fault`} role="alert" className={`${styles['legend']} fault`}>
                {fault}
              </p>
            )}
          </form>
        </>
      )}
    </Chip>
  );
}
