import { useRef, type ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { useKeys } from '../keys/use-keys.ts';
import styles from './chips.module.css';

/** The filters of a list, in a row. `f` leads there. */
export function Chips({
  label,
  isAnySet,
  onClear,
  children,
}: {
  label: string;
  isAnySet: boolean;
  onClear: () => void;
  children: ReactNode;
}) {
  const group = useRef<HTMLDivElement>(null);
  useKeys('Filters', [
    { key: 'f', words: 'to the filters', act: () => group.current?.querySelector('button')?.focus() },
  ]);
  return (
    <div role="group" aria-label={label} ref={group} className={styles['chips']}>
      <div className={styles['list']}>{children}</div>
      <div className={styles['clear']}>
        {isAnySet && (
          <Button look="quiet" onClick={onClear}>
            Clear all
          </Button>
        )}
      </div>
    </div>
  );
}
