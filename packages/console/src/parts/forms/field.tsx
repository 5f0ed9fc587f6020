import { useId } from 'react';
import { marked } from '../facts/facts.tsx';
import { Choice } from './choice.tsx';
import styles from './field.module.css';
import { listed } from './form-fields.ts';

type Given<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  hint?: string | undefined;
  fault?: string | undefined;
  isSecret?: boolean | undefined;
  suggestions?: readonly string[] | undefined;
  choices?: readonly { value: Value; words: string }[] | undefined;
  /** Any of these are checked; the value lists their words. */
  checks?: readonly { value: string; words?: string; hint?: string }[] | undefined;
  isLong?: boolean | undefined;
  isDisabled?: boolean;
};

/** Browsers neither show nor keep a secret one. */
export function Field<Value extends string>(given: Given<Value>) {
  const { label, value, hint, fault, isSecret, suggestions, choices, checks, isLong, isDisabled } = given;
  const id = useId();
  const beneath = fault ?? hint;
  const common = {
    id,
    value,
    'aria-invalid': fault !== undefined,
    'aria-describedby': beneath === undefined ? undefined : `${id}-beneath`,
    onChange: ({ target }: { target: { value: string } }) => given.onChange(target.value as Value),
  };
  if (checks) return <Checks {...given} checks={checks} />;
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
      ) : isLong ? (
        <textarea {...common} rows={6} spellCheck={false} autoComplete="off" />
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

type Checked<Value extends string> = Given<Value> & { checks: NonNullable<Given<Value>['checks']> };

function Checks<Value extends string>({ label, value, onChange, checks, hint, fault }: Checked<Value>) {
  const id = useId();
  const chosen = listed(value);
  const beneath = fault ?? hint;
  return (
    <fieldset
      className="tight"
      aria-invalid={fault !== undefined}
      aria-describedby={beneath === undefined ? undefined : id}
    >
      <legend className={styles['legend']}>{label}</legend>
      {checks.map((check) => (
        <Choice
          key={check.value}
          isOn={chosen.includes(check.value)}
          onChange={(isOn) => {
            const others = chosen.filter((word) => word !== check.value);
            onChange((isOn ? [...others, check.value] : others).join(' ') as Value);
          }}
        >
          {check.words ?? check.value}
          {check.hint !== undefined && <span className="small"> {check.hint}</span>}
        </Choice>
      ))}
      {beneath !== undefined && (
        <p id={id} className={fault === undefined ? 'small' : 'fault'}>
          {marked(beneath)}
        </p>
      )}
    </fieldset>
  );
}
