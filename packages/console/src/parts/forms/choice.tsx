import type { ReactNode } from 'react';
import styles from './field.module.css';

type Given = {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  children: ReactNode;
};

export function Choice({ isOn, onChange, isDisabled, children }: Given) {
  return (
    <label className={styles['choice']}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        onChange={() => onChange(!isOn)}
        // Without this, Enter would submit the form.
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (!event.repeat) onChange(!isOn);
        }}
      />
      <span>{children}</span>
    </label>
  );
}
