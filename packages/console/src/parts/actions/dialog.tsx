import {
  createContext,
  use,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { ActionButton, Button, type ActionGiven } from './button.tsx';
import styles from './dialog.module.css';

const CloseOpened = createContext<() => void>(() => undefined);

export function useClose(onClose: (() => void) | undefined): () => void {
  const closeOpened = use(CloseOpened);
  return onClose ?? closeOpened;
}

export function DialogButton({ dialog, ...rest }: Omit<ActionGiven, 'onClick'> & { dialog: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionButton {...rest} onClick={() => setOpen(true)} />
      {isOpen && <CloseOpened value={() => setOpen(false)}>{dialog}</CloseOpened>}
    </>
  );
}

/** The focused element, or the button of a menu that closes now. */
function openerNow(): HTMLElement | null {
  const focused = document.activeElement as HTMLElement | null;
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

/** The focus goes to the first field or button, not to a time before it. */
const firstOf = `input, select, textarea, .${styles['actions']} button`;

type ModalGiven = {
  /** Needed unless a `DialogButton` opens it. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
} & Pick<ComponentProps<'dialog'>, 'className' | 'aria-label' | 'aria-labelledby'>;

/** Open while it is rendered. Esc closes it, and the focus returns. */
export function Modal({ onClose, className = '', ...rest }: ModalGiven) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opener] = useState(openerNow);
  const close = useClose(onClose);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>(firstOf)?.focus();
    return () => opener?.focus();
  }, [opener]);
  // `close` comes a frame after `cancel`: until then a key that opens another dialog would be lost.
  return (
    <dialog {...rest} ref={dialog} className={`${className} floating`} onCancel={close} onClose={close} />
  );
}

type Given = Pick<ModalGiven, 'onClose' | 'children'> & {
  title: string;
  actions?: ReactNode;
  closeWords?: string | undefined;
};

export function Dialog({ title, onClose, children, actions, closeWords }: Given) {
  const titleId = useId();
  const close = useClose(onClose);
  return (
    <Modal className={styles['dialog']} aria-labelledby={titleId} onClose={close}>
      <h2 id={titleId}>{title}</h2>
      <div className={`${styles['body']} stack`}>{children}</div>
      <div className={`${styles['actions']} wrap`}>
        <Button onClick={close}>{closeWords ?? (actions === undefined ? 'Close' : 'Cancel')}</Button>
        {actions}
      </div>
    </Modal>
  );
}
