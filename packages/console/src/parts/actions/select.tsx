import { useId } from 'react';
import styles from './field.module.css';

/** One of several values, chosen from a list that opens. */
export function Select<Value extends string>({
  label,
  value,
  choices,
  hint,
  onChange,
}: {
  label: string;
  value: Value;
  choices: readonly { value: Value; words: string }[];
  hint?: string | undefined;
  onChange: (value: Value) => void;
}) {
  const id = useId();
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
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => choose(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.words}
          </option>
        ))}
      </select>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
    </div>
  );
}
