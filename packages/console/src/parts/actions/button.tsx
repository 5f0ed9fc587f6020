import { useRef, type ComponentProps, type ReactNode } from 'react';
import { useForbidden, type Need } from '../../data/session.ts';
import { useKeys } from '../keys/use-keys.ts';
import styles from './button.module.css';
import { Tip } from './tip.tsx';

type Given = Pick<
  ComponentProps<'button'>,
  'type' | 'onClick' | 'aria-label' | 'aria-pressed' | 'aria-expanded' | 'form' | 'ref'
> & {
  children: ReactNode;
  /** One `main` button a page or dialog; `danger` for what can't be undone; `quiet` within texts and rows. */
  look?: 'main' | 'usual' | 'danger' | 'quiet';
  /** Why it can't be used now. */
  disabledBecause?: string | undefined;
  isBusy?: boolean;
};

/** A disabled button can still have the focus, and shows why it is disabled. */
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
      // It keeps its type: Enter submits a form without a submit button.
      onClick={isOff ? (event) => event.preventDefault() : onClick}
    />
  );
  // The tip stays when the reason goes: a new element would lose the focus.
  return 'disabledBecause' in given ? <Tip text={disabledBecause}>{button}</Tip> : button;
}

/** A button that needs a scope; a key may press it. */
export type ActionGiven = Omit<Given, 'ref'> & {
  needs: Need;
  /** `?` shows it under `group`. */
  shortcut?: { group: string; key: string; words: string };
};

export function ActionButton({ needs, shortcut, disabledBecause, ...rest }: ActionGiven) {
  const button = useRef<HTMLButtonElement>(null);
  const whyNot = useForbidden(needs) ?? disabledBecause;
  // Focused, a disabled button shows why.
  const act = () => (whyNot === undefined ? button.current?.click() : button.current?.focus());
  useKeys(shortcut?.group ?? '', shortcut ? [{ ...shortcut, act }] : []);
  return <Button {...rest} ref={button} disabledBecause={whyNot} />;
}

/** Keeps the place of a button that comes and goes, so the others do not move. */
export function Place({ children }: { children: ReactNode }) {
  return <span className={styles['place']}>{children}</span>;
}
