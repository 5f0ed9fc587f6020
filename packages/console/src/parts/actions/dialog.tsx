import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

type Given = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at its end, besides the one that closes it. */
  actions?: ReactNode;
  /** What the button that closes it says. */
  closeWords?: string;
};

/** A dialog over the page: shown as long as it is drawn. Esc closes it; the focus goes back to where it was. */
export function Dialog({ title, onClose, children, actions, closeWords }: Given) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const was = document.activeElement;
    dialog.current?.showModal();
    return () => (was as HTMLElement | null)?.focus();
  }, []);
  return (
    <dialog ref={dialog} className={styles['dialog']} aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId}>{title}</h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>
        <Button onClick={() => dialog.current?.close()}>
          {closeWords ?? (actions === undefined ? 'Close' : 'Cancel')}
        </Button>
        {actions}
      </div>
    </dialog>
  );
}
