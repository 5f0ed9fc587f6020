import { useId } from 'react';
import { marked } from './marked.tsx';
import styles from './field.module.css';

type Given = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What belongs there. */
  hint?: string;
  /** What is wrong with it; undefined: nothing. */
  fault?: string | undefined;
  /** A `secret` is not shown, and no browser keeps it. */
  kind?: 'text' | 'secret';
  suggestions?: readonly string[];
};

/** A text that somebody types, with its name above and what is wrong beneath. */
export function Field({ label, value, onChange, hint, fault, kind = 'text', suggestions }: Given) {
  const id = useId();
  const beneath = fault ?? hint;
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={kind === 'secret' ? 'password' : 'text'}
        // What is used once is not offered to be kept.
        autoComplete={kind === 'secret' ? 'one-time-code' : 'off'}
        spellCheck={false}
        value={value}
        list={suggestions && `${id}-list`}
        aria-invalid={fault !== undefined}
        aria-describedby={beneath === undefined ? undefined : `${id}-beneath`}
        onChange={({ target }) => onChange(target.value)}
      />
      {beneath !== undefined && (
        <p id={`${id}-beneath`} className={fault === undefined ? styles['hint'] : styles['fault']}>
          {marked(beneath)}
        </p>
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </div>
  );
}
