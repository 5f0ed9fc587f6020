import { useId, type ReactNode } from 'react';
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
};

type TextGiven = Given<string> & {
  isSecret?: boolean | undefined;
  suggestions?: readonly string[] | undefined;
};

/** A field for a text. Browsers neither show nor keep a secret one. */
export function Field({ isSecret = false, suggestions, ...given }: TextGiven) {
  return (
    <Labelled {...given}>
      {(input) => (
        <>
          <input
            {...input}
            type={isSecret ? 'password' : 'text'}
            autoComplete={isSecret ? 'one-time-code' : 'off'}
            spellCheck={false}
            value={given.value}
            list={suggestions && `${input.id}-list`}
            onChange={({ target }) => given.onChange(target.value)}
          />
          {suggestions && (
            <datalist id={`${input.id}-list`}>
              {suggestions.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Labelled>
  );
}

type SelectGiven<Value extends string> = Given<Value> & {
  choices: readonly { value: Value; words: string }[];
  isDisabled?: boolean;
};

/** A field for one of several values. */
export function Select<Value extends string>({ choices, isDisabled, ...given }: SelectGiven<Value>) {
  return (
    <Labelled {...given}>
      {(select) => (
        <select
          {...select}
          value={given.value}
          disabled={isDisabled}
          onChange={({ target }) => given.onChange(target.value as Value)}
        >
          {choices.map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

type InputGiven = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

function Labelled({
  label,
  hint,
  fault,
  children,
}: Pick<Given<string>, 'label' | 'hint' | 'fault'> & { children: (input: InputGiven) => ReactNode }) {
  const id = useId();
  const beneath = fault ?? hint;
  const describedBy = beneath === undefined ? undefined : `${id}-beneath`;
  return (
    <div className={`${styles['field']} tight`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': fault !== undefined, 'aria-describedby': describedBy })}
      {beneath !== undefined && (
        <p id={describedBy} className={fault === undefined ? 'small' : 'fault'}>
          {marked(beneath)}
        </p>
      )}
    </div>
  );
}
