import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
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

/** What has the focus; of a menu, which closes now, the button that opened it. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null;
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/** What has the focus first: a field, or the first of the buttons at its end. */
const firstOf = `input, select, textarea, .${styles['actions']} button`;

/** A dialog over the page: shown as long as it is drawn. Esc closes it; the focus goes back to where it was. */
export function Dialog({ title, onClose, children, actions, closeWords }: Given) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [opener] = useState(openerNow);
  useEffect(() => {
    dialog.current?.showModal();
    // Else what only tells more while it has the focus, such as a time, would come first.
    dialog.current?.querySelector<HTMLElement>(firstOf)?.focus();
    return () => opener?.focus();
  }, [opener]);
  return (
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      // The browser tells that it has closed one in the next frame only: what it held would stay until then,
      // and a key that opens another would be lost.
      onCancel={onClose}
      onClose={onClose}
    >
      <h2 id={titleId}>{title}</h2>
      <div className={styles['body']}>{children}</div>
      <div className={styles['actions']}>
        <Button onClick={onClose}>{closeWords ?? (actions === undefined ? 'Close' : 'Cancel')}</Button>
        {actions}
      </div>
    </dialog>
  );
}
