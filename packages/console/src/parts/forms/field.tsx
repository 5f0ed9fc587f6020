import { useId } from 'react';
import { marked } from '../facts/facts.tsx';
import styles from './field.module.css';

type Given<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** What belongs there. */
  hint?: string | undefined;
  /** What is wrong with it. */
  fault?: string | undefined;
  isSecret?: boolean | undefined;
  suggestions?: readonly string[] | undefined;
  /** Chosen instead of typed. */
  choices?: readonly { value: Value; words: string }[] | undefined;
  /** It can't be chosen now. */
  isDisabled?: boolean;
};

/** A field for a text or a choice. Browsers neither show nor keep a secret one. */
export function Field<Value extends string>(given: Given<Value>) {
  const { label, value, hint, fault, isSecret, suggestions, choices, isDisabled } = given;
  const id = useId();
  const beneath = fault ?? hint;
  const common = {
    id,
    value,
    'aria-invalid': fault !== undefined,
    'aria-describedby': beneath === undefined ? undefined : `${id}-beneath`,
    onChange: ({ target }: { target: { value: string } }) => given.onChange(target.value as Value),
  };
  return (
    <div className={`${styles['field']} tight`}>
      <label htmlFor={id}>{label}</label>
      {choices ? (
        <select {...common} disabled={isDisabled}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.words}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type={isSecret ? 'password' : 'text'}
          autoComplete={isSecret ? 'one-time-code' : 'off'}
          spellCheck={false}
          list={suggestions && `${id}-list`}
        />
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {beneath !== undefined && (
        <p id={`${id}-beneath`} className={fault === undefined ? 'small' : 'fault'}>
          {marked(beneath)}
        </p>
      )}
    </div>
  );
}
