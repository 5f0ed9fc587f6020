import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';
import { Tip } from './tip.tsx';

type Given = Pick<
  ComponentProps<'button'>,
  'type' | 'onClick' | 'aria-label' | 'aria-pressed' | 'form' | 'ref'
> & {
  children: ReactNode;
  /** One `main` button a page or dialog; `danger` for what cannot be taken back; `quiet` within texts and rows. */
  look?: 'main' | 'usual' | 'danger' | 'quiet';
  /** Why it cannot be used now, such as what `useForbidden` gives; undefined: it can. */
  disabledBecause?: string | undefined;
  /** What it began is under way: it takes no second click. */
  isBusy?: boolean;
};

/** A button. One that is disabled says why, and can be reached to be asked. */
export function Button(given: Given) {
  const { look = 'usual', type = 'button', disabledBecause, isBusy = false, onClick, ...rest } = given;
  const isOff = disabledBecause !== undefined || isBusy;
  const button = (
    <button
      {...rest}
      type={type}
      className={`${styles['button']} ${styles[look]}`}
      aria-disabled={isOff || undefined}
      aria-busy={isBusy || undefined}
      // The click of Enter in a form, too: it keeps its type, since a form without such a button is submitted at once.
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    />
  );
  // Of one that may be disabled it is there while it is not, too: another element would not have the focus.
  return 'disabledBecause' in given ? <Tip text={disabledBecause}>{button}</Tip> : button;
}
