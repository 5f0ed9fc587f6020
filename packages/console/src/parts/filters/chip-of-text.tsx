import { useId, useRef, useState } from 'react';
import { useZone } from '../../app/preferences.ts';
import { absoluteWords } from '../time/words.ts';
import { Chip } from './chip.tsx';
import styles from './chip.module.css';
import { textParam, timeParam, type Param } from './params.ts';

type Given = {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  placeholder?: string;
  param?: Pick<Param<unknown>, 'read' | 'accepted'>;
  /** What it says closed, where that is not the value itself. */
  words?: string | undefined;
};

/** A filter that holds a time: closed as the page shows times, open as the address has it. */
export function ChipOfTime(given: Omit<Given, 'param' | 'words'>) {
  const zone = useZone();
  const { value } = given;
  const words = value && absoluteWords(Date.parse(value), zone);
  return <ChipOfText {...given} param={timeParam} words={words} />;
}

/** A filter that holds a text, such as the reference of a customer. What `param` cannot read is not taken, and it says why. */
export function ChipOfText({ label, value, onChange, placeholder, param = textParam, words = value }: Given) {
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
      label={label}
      value={words}
      onClear={() => onChange(undefined)}
      onOpen={() => setFault(undefined)}
      onLeave={take}
    >
      {(close) => (
        <form
          className={styles['form']}
          onSubmit={(event) => {
            event.preventDefault();
            if (take()) close();
          }}
        >
          <label className={styles['legend']} htmlFor={id}>
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
            <p id={`${id}-fault`} role="alert" className={styles['fault']}>
              {fault}
            </p>
          )}
        </form>
      )}
    </Chip>
  );
}
