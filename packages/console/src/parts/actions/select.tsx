import { useId } from 'react';
import { marked } from './marked.tsx';
import styles from './field.module.css';

/** One of several values, chosen from a list that opens, with what is wrong beneath. */
export function Select<Value extends string>({
  label,
  value,
  choices,
  hint,
  fault,
  isDisabled = false,
  onChange,
}: {
  label: string;
  value: Value;
  choices: readonly { value: Value; words: string }[];
  hint?: string | undefined;
  /** What is wrong with it; undefined: nothing. */
  fault?: string | undefined;
  isDisabled?: boolean;
  onChange: (value: Value) => void;
}) {
  const id = useId();
  const beneath = fault ?? hint;
  const choose = (chosen: string): void => {
    const found = choices.find((choice) => choice.value === chosen);
    if (found) onChange(found.value);
  };
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        aria-invalid={fault !== undefined}
        aria-describedby={beneath === undefined ? undefined : `${id}-beneath`}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.words}
          </option>
        ))}
      </select>
      {beneath !== undefined && (
        <p id={`${id}-beneath`} className={fault === undefined ? styles['hint'] : styles['fault']}>
          {marked(beneath)}
        </p>
      )}
    </div>
  );
}
